// The socket: requests have numbers and get answers; a lost connection comes back, and unanswered requests are sent
// again with the same number, which the server recognises.

export class Link {
  #path; #socket = null; #onScene; #onState; #waiting = new Map(); #pause = 500; #timer = null; #closed = false;
  // Numbers must not repeat between visits of the same seat.
  #next = Date.now();

  constructor(path, onScene, onState) {
    this.#path = path; this.#onScene = onScene; this.#onState = onState;
    addEventListener('online', () => this.#again(0));
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.#again(0); });
    addEventListener('pagehide', () => { this.#closed = true; this.#socket?.close(); });
    addEventListener('pageshow', event => { if (event.persisted) { this.#closed = false; this.#again(0); } });
    this.#open();
  }

  /** Sends a request; the answer is `{ok, why?}`. */
  ask(request) {
    const id = this.#next++;
    return new Promise(resolve => {
      this.#waiting.set(id, { text: JSON.stringify({ id, ...request }), resolve });
      this.#send(id);
    });
  }

  #send(id) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(this.#waiting.get(id).text);
  }

  #open() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(new URL(this.#path, location.href.replace(/^http/, 'ws')));
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = 500;
      this.#onState(true);
      for (const id of this.#waiting.keys()) this.#send(id);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.kind === 'scene') return this.#onScene(message);
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      waiting?.resolve(message);
    };
    socket.onclose = () => {
      if (this.#closed || this.#socket !== socket) return;
      this.#onState(false);
      this.#again(this.#pause *= 1.6);
    };
  }

  #again(pause) {
    if (this.#closed || this.#socket?.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), Math.min(pause, 8000));
  }
}
