// Beside the table: what happened, hints, the end of the match, and what waits before it.

import { all, capital, h, one, say } from './dom.js';
import { card, sentence } from './faces.js';
import { bytes, sha256 } from './sha256.js';
import { seatClass, trick, tricks } from './zones.js';

/** The sentences so far. They come in pieces; a piece that does not follow the last one is asked for again. */
export class Log {
  #list; #to = 0;
  constructor(list) { this.#list = list; }

  /** Answers whether the log is whole. */
  add({ said, log_from: from, log_to: to }) {
    if (from === 0) this.#list.replaceChildren();
    else if (from !== this.#to) return false;
    this.#to = to;
    for (const old of all('.fresh', this.#list)) old.classList.remove('fresh');
    // Of a whole log only the end is news.
    const news = from === 0 ? said.length - 2 : 0;
    this.#list.append(...said.map((parts, at) => h('li', { class: at >= news ? 'fresh' : null }, sentence(parts))));
    this.#list.scrollTop = this.#list.scrollHeight;
    return true;
  }
}

const percent = x => `${Math.round(100 * x)} %`;
const signed = x => `${x > 0 ? '+' : x < 0 ? '−' : '±'}${Math.abs(x).toFixed(1)}`;

/** The best actions, with what is expected of each and how sure that is. */
export function hints(list, play) {
  if (!list) return [];
  const values = list.map(hint => hint.value), low = Math.min(0, ...values), span = Math.max(...values) - low || 1;
  return [h('h2', {}, say(list[0]?.win === null ? 'ui-hint-points' : 'ui-hint-win')), ...list.map(hint => {
    const isChance = hint.win !== null;
    const at = isChance ? hint.win : (hint.value - low) / span, off = isChance ? hint.win_margin : hint.margin / span;
    const vars = { '--v': `${100 * at}%`, '--lo': `${100 * Math.max(0, at - off)}%`, '--hi': `${100 * Math.min(1, at + off)}%` };
    const text = isChance ? percent(hint.win) : signed(hint.value), margin = isChance ? `± ${Math.round(100 * off)}` : `± ${hint.margin.toFixed(1)}`;
    return h('button', { type: 'button', class: 'hint', on: { click: () => play(hint) } }, h('span', { class: 'hint-name' }, hint.label),
      h('i', { class: 'bar sure', vars }), h('b', {}, text, h('small', {}, ` ${margin}`)));
  })];
}

/** How a match ended. */
export function ending(scene, { tableId, send, close }) {
  const { over } = scene.table, mine = scene.seats.find(seat => seat.seat === scene.you);
  const payoff = seat => over.payoffs[seat.seat - 1];
  const result = mine ? Math.sign(payoff(mine)) : 0;
  const title = !mine ? say('ui-over') : say(result > 0 ? 'ui-won' : result < 0 ? 'ui-lost' : 'ui-drawn');
  const last = over.why ? sentence(over.why) : scene.said.slice(-2).flatMap(parts => [...sentence(parts), ' ']);
  const ranked = [...scene.seats].sort((a, b) => payoff(b) - payoff(a));
  const kept = scene.key ? sha256(bytes(scene.key)) === scene.commitment : null;
  const number = scene.table.match ?? 1;
  return h('section', { class: `over ${result > 0 ? 'won' : ''}`, 'aria-label': title },
    h('button', { type: 'button', class: 'close', 'aria-label': say('ui-look'), title: say('ui-look'), on: { click: close } }, '×'),
    h('h2', {}, title), h('p', {}, last),
    h('table', {}, h('tbody', {}, ranked.map(seat => h('tr', { class: seatClass(seat) },
      h('th', { scope: 'row' }, h('span', { class: 'avatar' }, h('i', {}), h('b', {}, [...seat.name][0])), ` ${seat.name}`),
      h('td', {}, seat.score === null ? '' : say('ui-points', seat.score)), h('td', { class: 'payoff' }, signed(payoff(seat)).replace('.0', '')))))),
    h('div', { class: 'actions' },
      scene.options.rematch ? h('button', { type: 'button', class: 'go', disabled: over.again.includes(scene.you), on: { click: () => send('rematch') } }, say(over.again.includes(scene.you) ? 'ui-rematch-waits' : 'ui-rematch')) : null,
      tableId ? h('a', { class: 'button', href: `/replay/${tableId}/${number}` }, say('ui-replay')) : null,
      tableId ? h('a', { class: 'button', href: `/t/${tableId}/record?match=${number}`, download: true }, say('ui-record')) : null,
      h('a', { class: 'button', href: '/' }, say('ui-lobby'))),
    kept === null ? null : h('p', { class: `proof ${kept ? 'kept' : 'broken'}` }, h('b', {}, kept ? '✓ ' : '✗ '), say(kept ? 'ui-deal-kept' : 'ui-deal-broken'), ' ', h('code', {}, scene.commitment.slice(0, 12))));
}

/** Before the match: who is still missing, and the links to send. */
export function waiting(scene, { invites, send, tell }) {
  const copy = async url => {
    try { await navigator.clipboard.writeText(url); tell([say('ui-copied')]); } catch { tell([say('ui-copy-yourself')]); }
  };
  return h('section', { class: 'over waiting', 'aria-label': say('ui-waiting') }, h('h2', {}, say('ui-waiting')),
    h('ul', {}, scene.seats.map(seat => h('li', { class: seatClass(seat) }, h('span', { class: 'avatar' }, h('i', {}), h('b', {}, [...seat.name][0])), h('span', {}, seat.who === 'open' ? say('ui-who-open') : seat.name),
      invites.filter(invite => invite.seat === seat.seat).map(({ url }) => h('span', { class: 'invite' },
        h('input', { readonly: true, value: url, 'aria-label': say('ui-invitation'), on: { focus: event => event.target.select() } }),
        h('button', { type: 'button', on: { click: () => copy(url) } }, say('ui-copy'))))))),
    invites.length ? h('p', {}, say('ui-send-links')) : null,
    scene.options.start ? h('button', { type: 'button', class: 'go', on: { click: () => send('start') } }, say('ui-start')) : null);
}

/** The last trick, or the cards of a pile, in a window. */
export function showCards(title, content) {
  one('dialog.cards')?.remove();
  const dialog = h('dialog', { class: 'cards', 'aria-label': title }, h('h2', {}, capital(title)), content,
    h('form', { method: 'dialog' }, h('button', { class: 'go' }, say('ui-close'))));
  document.body.append(dialog);
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener('close', () => dialog.remove());
  dialog.showModal();
}
export function lastTrick(scene, before) {
  const { last } = tricks(scene);
  const content = last ? trick(scene, last, new Map(), true)
    : before.length ? h('div', { class: 'spread' }, before.map(shown => card(shown))) : h('p', {}, say('ui-no-last-trick'));
  showCards(say('ui-last-trick'), content);
}
export const pileCards = zone => showCards(zone.name, h('div', { class: 'spread' }, zone.groups.flatMap(group => group.items).filter(item => item.card).map(item => card(item.card))));
