// The table's client: it shows what the server sends. It knows no game.
const main = document.getElementById("table");
const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/t/${main.dataset.id}/ws`);
socket.onmessage = (event) => {
  const message = JSON.parse(event.data);
  if (message.kind === "scene" && String(message.seq) !== main.dataset.seq) location.reload();
};
