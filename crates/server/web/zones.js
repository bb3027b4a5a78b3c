// Seats, piles, tricks, stacks, rows and facts: everything on the table but the own hand and the building.

import { capital, h, say } from './dom.js';
import { back, card, suit } from './faces.js';

const cards = zone => zone.groups.flatMap(group => group.items.filter(item => item.card).map(item => item.card));
const keyedCard = (shown, counted, tag, more) => {
  const n = (counted.get(shown.id) ?? 0) + 1;
  counted.set(shown.id, n);
  return card(shown, tag, { 'data-key': `${shown.id}#${n}`, ...more });
};
export const seatClass = seat => `side-${seat.side % 4}`;

export const time = ms => {
  const left = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
};

/** Name, role, score and clock of a seat. */
export function plate(seat, isYou, more) {
  const state = seat.who === 'agent' ? seat.level : seat.who !== 'person' ? say(`ui-who-${seat.who}`) : isYou ? (seat.turn ? say('ui-your-turn') : say('ui-you')) : '';
  const below = seat.role ?? (seat.out ? say('ui-out') : state);
  return h('div', { class: `plate ${seatClass(seat)} ${seat.turn ? 'turn' : ''} ${seat.out ? 'out' : ''}`, 'data-seat': seat.seat },
    h('span', { class: 'avatar', 'aria-hidden': 'true' }, h('i', {}), h('b', {}, [...seat.name][0] ?? '?')),
    h('span', { class: 'who' }, h('span', { class: 'name' }, seat.name), below && below !== seat.name ? h('small', { class: seat.role ? 'role' : '' }, below) : null),
    seat.score === null ? null : h('b', { class: 'score', title: say('ui-score') }, String(seat.score)),
    more, seat.clock ? h('span', { class: 'clock', 'data-left': seat.clock.left_ms, 'data-runs': seat.clock.runs }, time(seat.clock.left_ms)) : null,
    seat.turn ? h('span', { class: 'unseen' }, say('ui-to-move')) : null);
}

/** Another seat: its plate, its hand as far as it is known, and what lies beside it. */
export function seatOf(scene, seat, place, counted) {
  const hand = scene.zones.find(zone => zone.kind === 'hand' && zone.owner === seat.seat);
  const piles = scene.zones.filter(zone => zone.kind === 'pile' && zone.owner === seat.seat);
  const open = hand ? cards(hand) : [], count = hand ? hand.hidden + open.length : 0;
  const backs = Array.from({ length: Math.min(hand?.hidden ?? 0, open.length ? 3 : 5) }, () => back());
  const label = `${seat.name}, ${seat.role ?? seat.level ?? ''}, ${say('ui-cards', count)}`;
  return h('section', { class: `seat ${place} ${open.length > 6 ? 'wide' : ''}`, 'aria-label': label }, plate(seat, false),
    h('div', { class: 'fan', vars: { '--open': Math.max(1, open.length) } }, open.map(shown => keyedCard(shown, counted)), backs, h('span', { class: 'count', 'aria-hidden': 'true' }, String(count))),
    piles.map(smallPile));
}
export const smallPile = zone => h('button', { type: 'button', class: 'small-pile', 'data-pile': zone.id, disabled: cards(zone).length === 0 },
  h('i', { 'aria-hidden': 'true' }), `${capital(zone.name)} `, h('b', {}, String(zone.hidden + cards(zone).length)));

function pile(zone, counted) {
  const open = cards(zone), count = zone.hidden + open.length, top = open.slice(-3);
  const under = Array.from({ length: Math.min(open.length ? Math.max(0, Math.min(zone.hidden, 2)) : zone.hidden, 4) }, (_, at) => back({ class: `deep-${at}` }));
  return h('div', { class: `pile ${open.length ? 'face-up' : ''} ${count ? '' : 'empty'}`, role: 'group', 'aria-label': `${zone.name}, ${say('ui-cards', count)}${open.length ? `, ${say('ui-top')} ${open.at(-1).label}` : ''}` },
    h('div', { class: 'heap', 'data-heap': zone.id }, under, top.map((shown, at) => keyedCard(shown, counted, 'span', { class: at === top.length - 1 ? 'top' : `tossed-${at}` }))),
    h('span', { class: 'pile-name', 'aria-hidden': 'true' }, `${capital(zone.name)} `, h('b', {}, String(count))));
}
function stacks(zone, counted) {
  const items = zone.groups.flatMap(group => group.items).map(item => item.stack ?? [item.card]);
  return h('div', { class: `stacks ${items.length > 3 ? 'many' : ''}`, role: 'group', 'aria-label': zone.name }, items.map(stack =>
    h('div', { class: `stack ${stack.length === 1 ? 'single' : ''}`, role: 'img', 'aria-label': stack.map(shown => shown.label).join(` ${say('ui-beaten-by')} `) },
      stack.map(shown => keyedCard(shown, counted)))));
}

/** The place of a seat around the table, as the reader sits: 0 is the reader's own. */
export const around = (scene, seat) => {
  const base = scene.you ?? 1, count = scene.seats.length, at = (seat - base + count) % count;
  return count === 2 ? [0, 2][at] : count === 3 ? [0, 1, 3][at] : at;
};

/** A trick: the cards of each seat in front of it. */
export function trick(scene, zones, counted, isLast = false) {
  const most = Math.max(1, ...zones.map(zone => cards(zone).length));
  return h('div', { class: `trick ${isLast ? 'last' : ''} ${most > 3 ? 'long' : ''}`, role: 'group', 'aria-label': zones[0].name }, zones.map(zone => {
    const shown = cards(zone), seat = scene.seats.find(seat => seat.seat === zone.owner);
    const isBest = shown.some(card => card.marks.includes('winning'));
    const slots = shown.length ? [] : Array.from({ length: Math.min(most, 3) }, () => h('span', { class: 'card slot' }));
    return h('div', { class: `played at-${around(scene, zone.owner)} ${isBest ? 'best' : ''}`, role: 'img', 'aria-label': `${seat?.name}: ${shown.map(card => card.label).join(', ') || say('ui-nothing')}${isBest ? `, ${say('ui-winning')}` : ''}` },
      shown.map(one => keyedCard(one, counted)), slots, h('span', { class: 'by', 'aria-hidden': 'true' }, seat?.name ?? ''), isBest ? h('span', { class: 'tag', 'aria-hidden': 'true' }, say('ui-winning')) : null);
  }));
}

/** Trick zones by their name: the current one first, then the last one. */
export function tricks(scene) {
  const byId = new Map();
  for (const zone of scene.zones.filter(zone => zone.kind === 'trick')) byId.set(zone.id, [...byId.get(zone.id) ?? [], zone]);
  const [current = null, last = null] = [...byId.values()];
  return { current, last };
}
export const isEmpty = zones => zones.every(zone => cards(zone).length === 0);

/** The middle of the table. */
export function middleOf(scene, counted, isLingering) {
  const { current, last } = tricks(scene);
  const shown = current && (isLingering && last ? trick(scene, last, counted, true) : trick(scene, current, counted));
  const rest = scene.zones.filter(zone => zone.owner === null || zone.kind === 'stacks');
  return [shown, rest.map(zone => zone.kind === 'pile' ? pile(zone, counted) : zone.kind === 'stacks' ? stacks(zone, counted) : null)];
}

/** A line of cards, the first one next. */
export function row(zone, counted, isAsked) {
  if (!cards(zone).length) return '';
  return h('div', { class: 'next-row', role: 'group', 'aria-label': zone.name }, h('span', { class: 'row-name', 'aria-hidden': 'true' }, capital(zone.name)),
    cards(zone).map(shown => isAsked(shown.id)
      ? keyedCard(shown, counted, 'button', { type: 'button', class: 'ok', 'aria-pressed': 'false', 'aria-label': shown.label, tabindex: -1 })
      : keyedCard(shown, counted, 'span', { role: 'img', 'aria-label': shown.label })));
}

/** Cards held openly beside a plate. */
export const held = (scene, seat, counted, isAsked) => {
  const zone = scene.zones.find(zone => zone.kind === 'hand' && zone.owner === seat.seat);
  if (!zone) return null;
  const shown = cards(zone);
  return h('span', { class: 'held', title: zone.name, role: 'group', 'aria-label': zone.name }, shown.length ? shown.map(one => isAsked(one.id) && seat.seat === scene.you
    ? keyedCard(one, counted, 'button', { type: 'button', class: 'ok', 'aria-pressed': 'false', 'aria-label': one.label, tabindex: -1 })
    : keyedCard(one, counted, 'span', { role: 'img', 'aria-label': one.label })) : h('span', { class: 'card slot' }));
};

/** Short facts. */
// A pile shows its own count.
const isShown = (scene, fact) => scene.zones.some(zone => zone.kind === 'pile' && zone.id === fact.id);
export const facts = scene => scene.facts.filter(fact => !isShown(scene, fact)).map(fact => h('div', { class: 'fact' }, h('span', {}, capital(fact.name)),
  fact.shape ? suit(fact.shape) : null, fact.card ? card(fact.card) : null,
  h('b', { class: fact.shape ? 'unseen-small' : '' }, fact.of === null ? fact.value : `${fact.value} / ${fact.of}`),
  fact.of === null ? null : h('i', { class: 'bar', vars: { '--v': `${Math.min(100, 100 * Number(fact.value) / fact.of)}%` } })));
