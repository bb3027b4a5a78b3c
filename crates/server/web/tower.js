// A building of cards, with the points that each place would bring.

import { s, say } from './dom.js';
import { ink, middle } from './faces.js';
import { placeKey } from './choose.js';

const W = 66, H = 114, GAP = 28, LENGTH = 108, THICK = 31;
const TURN = { rising: -60, falling: 60, floor: 0 };
const y = storey => -storey * (H + GAP);
const isFlat = form => form === 'floor';
const centre = ({ slot, storey, form }) =>
  form === 'floor' ? [(slot + 1) * W, y(storey) + GAP / 2] : [(slot + .5) * W, y(storey) - H / 2];

/** A triangle, drawn at `k` of its size. */
function triangle({ slot, storey, form }, k) {
  const x = (slot + 1) * W, isUp = form === 'peak', mid = y(storey) - H * (isUp ? 1 / 3 : 2 / 3);
  const flat = mid + (isUp ? 1 : -1) * H / 3 * k, tip = mid - (isUp ? 2 : -2) * H / 3 * k;
  return `M${x - W * k} ${flat}H${x + W * k}L${x} ${tip}Z`;
}

function beam({ at, card }, isNew) {
  const [cx, cy] = centre(at), long = isFlat(at.form) ? 2 * W - 8 : LENGTH, thick = isFlat(at.form) ? 26 : THICK;
  return s('g', { class: `beam ${ink(card.ink)} ${isNew ? 'is-new' : ''}`, transform: `translate(${cx} ${cy})`, role: 'img', 'aria-label': card.label },
    s('rect', { x: -long / 2, y: -thick / 2, width: long, height: thick, rx: 6, transform: `rotate(${TURN[at.form] ?? 0})` }),
    middle(card.glyph, 0, 0, .2, 16));
}
function points({ at, ink: colour, points: n }) {
  const x = (at.slot + 1) * W, middleY = y(at.storey) - H * (at.form === 'peak' ? .27 : .7);
  return s('g', { class: `won ${ink(colour)}` }, s('path', { d: triangle(at, .78) }), s('text', { x, y: middleY }, String(n)));
}

function spot(key, choices, state) {
  const { place } = choices[0], brings = choices.map(choice => choice.brings).filter(Boolean);
  const [cx, cy] = place.form === 'peak' || place.form === 'valley' ? [(place.slot + 1) * W, y(place.storey) - H / 2] : centre(place);
  const outline = place.form === 'peak' || place.form === 'valley'
    ? s('path', { d: triangle(place, .9), 'stroke-linejoin': 'round' })
    : s('rect', { x: -W + 5, y: -13, width: 2 * W - 10, height: 26, rx: 6, transform: `translate(${cx} ${cy}) rotate(${TURN[place.form]})` });
  const values = [...new Set(brings.map(brought => brought.points))].sort((a, b) => a - b);
  const colours = [...new Set(brings.map(brought => brought.ink))];
  const value = values.length ? `+${values[0]}${values.length > 1 ? `–${values.at(-1)}` : ''}` : '';
  // The number stands in the peak, or above the floor.
  const ty = place.form === 'peak' ? y(place.storey) - .33 * H : cy - 38;
  const named = colours.length === 1 ? say(`ui-ink-${colours[0]}`) : '';
  return s('g', { class: `spot ${state}`, role: 'button', tabindex: -1, 'data-spot': key, 'aria-pressed': state === 'on' ? 'true' : 'false', 'aria-label': choices.map(choice => choice.label).join('; ') + (value ? `: ${value} ${named}` : '') },
    s('rect', { class: 'touch', x: cx - W, y: Math.min(cy, ty) - 34, width: 2 * W, height: 80 }), outline,
    s('text', { class: 'value', x: cx, y: ty - 8 }, value), s('text', { class: 'for', x: cx, y: ty + 12 }, named));
}

/** Draws a building; `spots` are the places of the question, `state(key)` how each is shown. */
export function drawTower(zone, spots, state, seen) {
  const items = zone.groups.flatMap(group => group.items);
  const placed = items.filter(item => item.placed).map(item => item.placed);
  const scored = items.filter(item => item.scored).map(item => item.scored);
  const key = item => placeKey(item.at);
  const isNew = item => seen.size > 0 && !seen.has(key(item));
  const places = [...placed.map(item => item.at), ...[...spots.values()].map(choices => choices[0].place)];
  const right = Math.max(7, ...places.map(at => at.slot + (isFlat(at.form) ? 1 : 0))) + 1;
  const top = y(Math.max(1.6, ...places.map(at => at.storey + (isFlat(at.form) ? .55 : 1)))) - 16;
  const view = s('svg', { class: 'tower', viewBox: `-18 ${top} ${right * W + 36} ${24 - top}`, preserveAspectRatio: 'xMidYMax meet', role: 'group', 'aria-label': zone.name },
    scored.map(points), s('path', { class: 'earth', d: `M-12 8H${right * W + 12}` }),
    placed.map(item => beam(item, isNew(item))), [...spots].map(([key, choices]) => spot(key, choices, state(key))));
  seen.clear();
  placed.forEach(item => seen.add(key(item)));
  return view;
}
