// The table: draws each scene, turns pointing, tapping and keys into actions. It knows kinds of zones and no game.

import { all, capital, h, one, say, texts } from './dom.js';
import { sentence, suit, words } from './faces.js';
import { differing, idOf, isUsable, meaning, placeKey, pointAt, question, toggle } from './choose.js';
import { drawHand, keyed } from './hand.js';
import { drawTower } from './tower.js';
import { Link } from './link.js';
import { Log, ending, hints, lastTrick, pileCards, waiting } from './panels.js';
import { cameFrom, glide, remember } from './motion.js';
import { around, facts, held, middleOf, plate, row, seatOf, smallPile, time, tricks } from './zones.js';
import { chime, settings } from './settings.js';
import { tool } from './icons.js';

const LINGER = 1200;
const PLACES = ['bottom', 'left', 'top', 'right'];

const main = one('#table');
const parsed = (name, other) => main.dataset[name] ? JSON.parse(main.dataset[name]) : other;
Object.assign(texts, parsed('texts', {}));
const invites = parsed('invites', []).map(({ seat, url }) => ({ seat, url: new URL(url, location.href).href }));
const isReplay = main.dataset.replay !== undefined;

let scene = null, asked = question(null), selection = { cards: [], place: null };
let verdict = null, isSending = false, lingerUntil = 0, isLooking = false, arrived = 0;
/** The cards that lay in the middle before they were cleared, for games without tricks. */
let cleared = [];
const seenBeams = new Set();

// The parts that stay, so that screen readers hear changes and focus has a place.
const part = (name, tag = 'div', more = {}) => h(tag, { class: name, ...more });
const felt = part('felt'), factBox = part('facts'), others = part('others'), mid = part('mid'), yard = part('yard');
const you = part('you'), note = part('note', 'div', { role: 'alert' }), ticker = part('ticker', 'p');
const askBox = part('ask'), mine = part('mine'), prompt = part('prompt', 'p', { role: 'status', 'aria-live': 'polite' }), buttons = part('buttons');
const rowBox = part('row-box'), handBox = part('hand-box'), panel = part('panel');
const aside = h('aside', { 'aria-label': say('ui-beside') }), hintBox = part('hints', 'div', { 'aria-live': 'polite' });
const list = part('log', 'ol', { role: 'log', 'aria-label': say('ui-log') }), heading = part('heading');
const log = new Log(list);

function build() {
  const keys = [['← →', 'ui-key-move'], ['Space', 'ui-key-select'], ['Enter', 'ui-key-play'], ['H', 'ui-hint'], ['L', 'ui-last-trick'], ['Esc', 'ui-key-clear']];
  askBox.append(mine, prompt, buttons);
  you.append(note, ticker, askBox, rowBox, handBox);
  felt.append(factBox, others, mid, yard, you, panel);
  aside.append(heading, hintBox, h('h2', {}, say('ui-log')), list, h('p', { class: 'keys' }, keys.map(([key, text]) => [h('kbd', {}, key), ` ${say(text)} `])));
  if (main.dataset.return) aside.append(h('p', { class: 'seat-links' }, h('a', { href: main.dataset.return }, say('ui-return')), ' · ', h('button', { type: 'button', class: 'as-link', on: { click: leave } }, say('ui-leave'))));
  main.replaceChildren(felt, aside);
  document.body.classList.add('at-table');
  const tools = one('header .tools');
  tools?.append(...isReplay ? [] : [
    tool('hint', 'hint', say('ui-hint'), { on: { click: () => wantHint() } }),
    tool('undo', 'undo', say('ui-undo'), { on: { click: () => send('undo') } })],
  tool('last', 'last', say('ui-last-trick'), { on: { click: () => lastTrick(scene, cleared) } }));
  settings(true);
  tools?.append(tool('log', 'log', say('ui-log'), { 'aria-expanded': 'false', on: { click: () => {
    const isOpen = document.body.classList.toggle('log-open');
    one('#log').setAttribute('aria-expanded', isOpen);
    list.scrollTop = list.scrollHeight;
  } } }));
}

// ---- drawing

function draw() {
  const before = remember(), focus = focused();
  const counted = new Map(), self = scene.seats.find(seat => seat.seat === scene.you);
  const tower = scene.zones.find(zone => zone.kind === 'tower');
  const isLingering = performance.now() < lingerUntil;
  const isAsked = id => asked.cards.has(id);
  felt.className = `felt seats-${scene.seats.length} ${tower ? 'building' : ''}`;
  factBox.replaceChildren(...facts(scene));
  felt.style.setProperty('--facts', factBox.childElementCount);
  if (tower) {
    const duo = [...scene.seats].map(seat => plate(seat, seat.seat === scene.you, held(scene, seat, counted, isAsked)));
    others.replaceChildren(...duo);
    mid.replaceChildren();
    yard.replaceChildren(drawTower(tower, asked.spots, spotState, seenBeams));
    rowBox.replaceChildren(...scene.zones.filter(zone => zone.kind === 'row').map(zone => row(zone, counted, isAsked)));
    handBox.replaceChildren();
    mine.replaceChildren();
  } else {
    yard.replaceChildren();
    const rest = scene.seats.filter(seat => seat.seat !== scene.you);
    const isCrowd = scene.seats.length > 4;
    const at = seat => isCrowd ? 'crowd' : PLACES[around(scene, seat.seat)];
    const inOrder = rest.sort((a, b) => around(scene, a.seat) - around(scene, b.seat));
    others.replaceChildren(...inOrder.map(seat => seatOf(scene, seat, at(seat), counted)));
    mid.replaceChildren(...middleOf(scene, counted, isLingering).flat(2).filter(Boolean));
    rowBox.replaceChildren(...scene.zones.filter(zone => zone.kind === 'row').map(zone => row(zone, counted, isAsked)));
    const owned = scene.zones.filter(zone => zone.kind === 'pile' && zone.owner === scene.you && self);
    mine.replaceChildren(...self ? [plate(self, true), ...owned.map(smallPile)] : []);
    drawOwnHand(counted);
  }
  drawPanel(isLingering);
  heading.replaceChildren(h('h1', {}, scene.table.name), h('small', {}, scene.table.rules), h('a', { href: `/rules/${scene.table.game}`, target: '_blank' }, say('ui-rules')));
  hintBox.replaceChildren(...hints(scene.hints, playHint));
  drawAsk();
  roving();
  refocus(focus);
  glide(before, cameFrom(mover));
}

function drawOwnHand(counted) {
  const zone = scene.zones.find(zone => zone.kind === 'hand' && zone.owner === scene.you);
  if (!zone) return handBox.replaceChildren();
  const groups = keyed(zone, counted), count = groups.reduce((sum, group) => sum + group.cards.length, 0);
  const width = felt.clientWidth - 24, tall = felt.clientHeight;
  const box = { width, height: tall * (count > 12 ? .45 : .36), most: Math.round(Math.min(124, Math.max(60, Math.min(tall * .128, width * .19)))) };
  handBox.replaceChildren(drawHand(zone, groups, box, shown => !scene.ask ? 'idle' : isUsable(asked, shown.id) ? 'ok' : 'off'));
}

function drawPanel(isLingering) {
  if (!scene.table.begun) panel.replaceChildren(waiting(scene, { invites, send, tell }));
  else if (scene.table.over && !isLooking && !isLingering && !isReplay) {
    panel.replaceChildren(ending(scene, { tableId: main.dataset.id, send, close: () => { isLooking = true; draw(); } }));
  } else panel.replaceChildren();
}

const spotState = key => {
  if (selection.place === key) return 'on';
  if (!selection.cards.length) return '';
  const ids = selection.cards.map(idOf);
  return asked.spots.get(key).some(choice => ids.every(id => choice.cards.includes(id))) ? '' : 'dim';
};

/** The question, the buttons, and how each card looks: all that a selection changes. */
function drawAsk() {
  const found = meaning(asked, selection);
  const set = (element, parts) => { const now = words(parts); if (element.dataset.words !== now) { element.dataset.words = now; element.replaceChildren(...sentence(parts)); } };
  set(prompt, scene.ask ? scene.ask.prompt : [idle()]);
  prompt.classList.toggle('idle', !scene.ask);
  for (const card of all('.hand .card, .next-row .card.ok, .held .card.ok', felt)) {
    const isOn = selection.cards.includes(card.dataset.key);
    card.classList.toggle('on', isOn);
    if (card.hasAttribute('aria-pressed')) card.setAttribute('aria-pressed', isOn);
  }
  for (const spot of all('.spot', yard)) {
    const state = spotState(spot.dataset.spot);
    spot.setAttribute('class', `spot ${state}`);
    spot.setAttribute('aria-pressed', state === 'on');
  }
  const made = scene.ask ? [...goButton(found), ...asked.buttons.map(choice => button(choice.label, () => play(choice), 'other'))] : [];
  buttons.replaceChildren(...made);
  judge(found);
}

const idle = () => isReplay ? '' : scene.table.over ? say('ui-over') : !scene.table.begun ? say('ui-waiting') : scene.options.queued ? say('ui-queued')
  : say('ui-waits-for', scene.seats.find(seat => seat.turn)?.name ?? '…');
const button = (label, act, kind, more = {}) => h('button', { type: 'button', class: kind, on: { click: act }, ...more }, typeof label === 'string' ? capital(label) : label);

function goButton(found) {
  if (!asked.choices.length) return [];
  const { kind, need } = found, count = selection.cards.length;
  if (kind === 'options') {
    const short = differing(found.choices.map(choice => choice.label));
    return [h('div', { class: `options ${found.choices.every(choice => choice.shape) ? 'shapes' : ''}`, role: 'group', 'aria-label': say('ui-choose') }, found.choices.map((choice, at) =>
      button(choice.shape ? [suit(choice.shape), h('span', {}, short[at])] : short[at], () => play(choice), 'option', { 'aria-label': choice.label })))];
  }
  const isChecked = kind === 'check' && verdict?.ok;
  const text = kind === 'ready' ? found.choice.label : isChecked ? say(asked.batch > 1 ? 'ui-confirm-cards' : 'ui-play-cards', count)
    : need > 1 && count ? say('ui-selected', count).replace('%', need) : say(asked.spots.size ? 'ui-point' : need > 1 ? 'ui-select-cards' : 'ui-play', need);
  return [button(text, () => go(), 'go', { disabled: isSending || !(kind === 'ready' || isChecked) })];
}

/** Where the list of choices does not tell, the server does. */
async function judge({ kind }) {
  if (kind !== 'check' && kind !== 'wrong') { verdict = null; if (kind !== 'none') quiet(); return; }
  const key = [...selection.cards].sort().join(' ');
  if (verdict?.key === key) return;
  verdict = { key, ok: false };
  const answer = await link?.ask({ do: 'why', cards: selection.cards.map(idOf) });
  if (!answer || verdict?.key !== key) return;
  verdict = { key, ok: answer.ok };
  if (answer.ok) quiet(); else tell(answer.why, true);
  drawAsk();
}

let quietTimer = null;
/** Says something close to the hand. */
function tell(parts, stays = false) {
  clearTimeout(quietTimer);
  note.replaceChildren(...sentence(parts));
  note.classList.add('on');
  if (!stays) quietTimer = setTimeout(quiet, 4000);
}
function quiet() { note.classList.remove('on'); note.replaceChildren(); }

// ---- playing

const link = isReplay ? null : new Link(`/t/${main.dataset.id}/ws`, receive, isOn => {
  document.body.classList.toggle('offline', !isOn);
  if (!isOn) tell([say('ui-offline')], true); else quiet();
});

async function act(request) {
  if (isSending || !scene.ask) return;
  isSending = true;
  const answer = await link.ask({ do: 'act', seq: scene.seq, ...request });
  isSending = false;
  if (!answer.ok) tell(answer.why);
  drawAsk();
}
const play = choice => act({ actions: [choice.action] });
function playHint(hint) {
  document.body.classList.remove('log-open');
  const choice = scene.ask?.choices.find(choice => choice.action === hint.action);
  if (!choice || asked.buttons.includes(choice)) return act({ actions: [hint.action] });
  const keys = all('.felt [data-key]').filter(card => card.matches('button')).map(card => card.dataset.key);
  const cards = choice.cards.map(id => { const at = keys.findIndex(key => idOf(key) === id); return at < 0 ? null : keys.splice(at, 1)[0]; });
  selection = { cards: cards.filter(Boolean), place: placeKey(choice.place) };
  drawAsk();
}
function go() {
  const found = meaning(asked, selection);
  if (found.kind === 'ready') play(found.choice);
  else if (found.kind === 'check' && verdict?.ok) act({ cards: selection.cards.map(idOf) });
}
async function send(what) {
  const answer = await link.ask({ do: what });
  if (!answer.ok) tell(answer.why);
}
async function leave() {
  await send('leave');
  location.href = '/';
}
async function wantHint() {
  tell([say('ui-thinking')]);
  await send('hint');
}

async function choose(key, byPointer) {
  const id = idOf(key);
  if (!scene.ask) return tell([idle()]);
  if (!isUsable(asked, id)) {
    // Among as many cards as are needed: with fewer, their number would be the reason.
    const rest = asked.size > 1 ? asked.choices[0].cards.slice(0, asked.size - 1) : asked.size === 1 ? [] : selection.cards.map(idOf);
    const answer = await link?.ask({ do: 'why', cards: [...rest, id] });
    return tell(answer?.why ?? [say('ui-not-now')]);
  }
  const found = meaning(asked, selection);
  if (byPointer && selection.cards.includes(key) && selection.cards.length === 1 && asked.size === 1 && found.kind === 'ready') return go();
  selection = toggle(asked, selection, key);
  quiet();
  drawAsk();
}
function point(spot, byPointer) {
  if (byPointer && selection.place === spot && meaning(asked, selection).kind === 'ready') return go();
  selection = pointAt(asked, selection, spot);
  drawAsk();
}
function clear() { selection = { cards: [], place: null }; verdict = null; quiet(); if (scene) drawAsk(); }

// ---- what comes in

let mover = null;
function receive(next) {
  const last = scene, trickOf = at => JSON.stringify(tricks(at).last?.map(zone => zone.groups) ?? null);
  if (!log.add(next)) link?.ask({ do: 'scene' });
  const stack = at => at.zones.filter(zone => zone.kind === 'stacks').flatMap(zone => zone.groups.flatMap(group => group.items.flatMap(item => item.stack ?? [])));
  if (last && stack(last).length && !stack(next).length) cleared = stack(last);
  if (last && trickOf(last) !== trickOf(next) && tricks(next).last) {
    lingerUntil = performance.now() + LINGER;
    setTimeout(show, LINGER + 20);
  }
  mover = last?.seats.find(seat => seat.turn)?.seat ?? null;
  const wasAsked = Boolean(last?.ask), isSame = JSON.stringify(last?.ask) === JSON.stringify(next.ask);
  scene = next;
  arrived = performance.now();
  asked = question(scene.ask);
  if (!isSame) { selection = { cards: [], place: null }; verdict = null; }
  if (!scene.table.over) isLooking = false;
  const fresh = scene.said.at(-1);
  if (fresh) ticker.replaceChildren(...sentence(fresh));
  one('#hint')?.toggleAttribute('disabled', !scene.options.hint);
  one('#undo')?.toggleAttribute('disabled', !scene.options.undo);
  document.title = `${scene.ask ? `● ${say('ui-your-turn')}` : scene.table.over ? say('ui-over') : ''}${scene.ask || scene.table.over ? ' · ' : ''}${scene.table.name} · Croupier`;
  if (scene.hints && !last?.hints) document.body.classList.add('log-open');
  show();
  if (scene.ask && !wasAsked) { quiet(); chime(); }
}

// A finger that is down keeps the elements it is on: what arrives meanwhile is drawn when it is lifted.
let isPressed = false, isLate = false;
function show() {
  if (isPressed) { isLate = true; return; }
  isLate = false;
  draw();
  main.dataset.seq = scene.seq;
  main.dataset.turn = scene.ask ? 'you' : scene.table.over ? 'over' : 'other';
}
addEventListener('pointerdown', () => { isPressed = true; });
for (const end of ['pointerup', 'pointercancel']) {
  // The click comes right after the finger is lifted.
  addEventListener(end, () => { isPressed = false; setTimeout(() => { if (isLate && !isPressed) show(); }); });
}

setInterval(() => {
  for (const clock of all('.clock[data-runs=true]')) {
    const left = clock.dataset.left - (performance.now() - arrived);
    clock.textContent = time(left);
    clock.classList.toggle('short', left < 10_000);
  }
}, 250);

// ---- pointing and keys

const stops = () => all('.hand .card, .next-row button, .held button, .spot', felt);
function roving() { stops().forEach((stop, at) => stop.setAttribute('tabindex', at ? -1 : 0)); }
function focused() {
  const at = document.activeElement;
  return at && felt.contains(at) ? { key: at.dataset.key, spot: at.dataset.spot, index: stops().indexOf(at), isButton: buttons.contains(at) } : null;
}
function refocus(focus) {
  if (!focus || (felt.contains(document.activeElement) && document.activeElement !== document.body)) return;
  const found = stops(), same = found.find(stop => (focus.key && stop.dataset.key === focus.key) || (focus.spot && stop.dataset.spot === focus.spot));
  const near = same ?? (focus.index >= 0 || focus.isButton ? found[Math.min(Math.max(focus.index, 0), found.length - 1)] : null);
  near?.focus({ preventScroll: true });
}
function step(by) {
  const found = stops(), at = found.indexOf(document.activeElement);
  const usable = found.findIndex(stop => stop.matches('.ok, .spot'));
  const next = at < 0 ? found[Math.max(usable, 0)] : found[(at + by + found.length) % found.length];
  if (next) { found.forEach(stop => stop.setAttribute('tabindex', stop === next ? 0 : -1)); next.focus({ preventScroll: true }); }
}

felt.addEventListener('click', event => {
  document.body.classList.remove('log-open');
  const at = event.target, isPointer = event.detail > 0;
  const card = at.closest('button.card'), spot = at.closest('.spot'), pile = at.closest('.small-pile');
  if (card) choose(card.dataset.key, isPointer);
  else if (spot) point(spot.dataset.spot, isPointer);
  else if (pile) pileCards(scene.zones.find(zone => zone.id === pile.dataset.pile));
  else if (at.closest('.trick.last')) { lingerUntil = 0; draw(); }
});

const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
addEventListener('keydown', event => {
  if (!scene || event.ctrlKey || event.metaKey || event.altKey || one('dialog[open]') || event.target.matches?.('input, select, textarea')) {
    if (one('dialog[open]') && event.key.toLowerCase() === 'l') one('dialog[open]').close();
    return;
  }
  const stop = event.target.closest?.('.hand .card, .next-row button, .held button, .spot');
  const { key } = event, pressed = key.toLowerCase();
  if (isReplay && (key === 'ArrowLeft' || key === 'ArrowRight')) return one(key === 'ArrowLeft' ? '[rel=prev]' : '[rel=next]')?.click();
  if (ARROWS[key]) step(ARROWS[key]);
  else if (key === 'Enter' && (stop || event.target === document.body)) {
    const goes = one('.go', buttons);
    if (goes && !goes.disabled) go();
    else if (stop?.dataset.key) choose(stop.dataset.key, false);
    else if (stop) point(stop.dataset.spot, false);
  } else if (key === ' ' && stop?.dataset.spot) point(stop.dataset.spot, false);
  else if (key === 'Escape') { clear(); document.body.classList.remove('log-open'); }
  else if (pressed === 'h') { if (!one('#hint')?.disabled) wantHint(); }
  else if (pressed === 'l') lastTrick(scene, cleared);
  else return;
  event.preventDefault();
});
addEventListener('resize', () => { if (scene) draw(); });

build();
if (main.dataset.scene) receive(JSON.parse(main.dataset.scene));
