// Card faces, drawn from what a face says: a glyph, a shape, an ink and a ground. No deck is known here and no font
// is needed. Everything is drawn in a box of 100 by 140; the index fits in the left 36, so cards can overlap.

import { h, s, say } from './dom.js';

// One stroke each, in a box of 60 by 100.
const STROKES = {
  A: 'M4 96 30 5 56 96M13 66H47', 2: 'M6 31A24 25 0 0 1 54 31C54 47 42 57 32 67L6 95H56',
  3: 'M8 5H52L28 40C46 39 56 50 56 67 56 85 44 95 29 95 17 95 8 89 4 79', 4: 'M43 96V5L4 70H58',
  5: 'M51 5H14L10 45C16 40 23 38 31 38 47 38 56 49 56 66 56 84 45 95 29 95 17 95 9 89 5 80',
  6: 'M45 5C24 18 5 42 5 68A25.5 27 0 0 0 56 68 25.5 27 0 0 0 6 62', 7: 'M4 5H56L23 96',
  8: 'M30 48A21 21.5 0 1 1 30.1 48ZM30 48A25 23.5 0 1 1 29.9 48Z',
  9: 'M15 95C36 82 55 58 55 32A25.5 27 0 0 0 4 32 25.5 27 0 0 0 54 38',
  0: 'M30 5C47 5 55 22 55 50S47 95 30 95 5 78 5 50 13 5 30 5Z', 1: 'M12 22 34 5V96',
  J: 'M44 5V68C44 86 36 95 22 95 10 95 4 87 4 75', K: 'M8 5V96M54 5 9 60M26 42 57 96',
  Q: 'M30 5C48 5 57 22 57 50S48 95 30 95 3 78 3 50 12 5 30 5ZM37 74 56 97',
  E: 'M52 5H10V95H52M10 50H44', R: 'M8 96V5H32A24 24 0 0 1 32 54H8M34 54 56 96',
  '⊘': 'M30 16A34 34 0 1 1 29.9 16ZM6 74 54 26', '⇄': 'M-2 36H60L42 18M62 66H0L18 84',
};
// Filled shapes in a box of 100 by 100.
export const SHAPES = {
  heart: 'M50 95C22 70 4 51 4 30 4 15 15 5 28 5 38 5 46 11 50 20 54 11 62 5 72 5 85 5 96 15 96 30 96 51 78 70 50 95Z',
  diamond: 'M50 2C60 20 74 37 90 50 74 63 60 80 50 98 40 80 26 63 10 50 26 37 40 20 50 2Z',
  spade: 'M50 3C60 24 95 41 95 65 95 78 86 86 75 86 67 86 59 82 55 75 56 85 60 92 68 97H32C40 92 44 85 45 75 41 82 33 86 25 86 14 86 5 78 5 65 5 41 40 24 50 3Z',
  club: 'M50 3A21 21 0 0 1 66 38 21 21 0 1 1 55 72C56 83 60 91 68 97H32C40 91 44 83 45 72A21 21 0 1 1 34 38 21 21 0 0 1 50 3Z',
  star: 'M50 4 62 37 97 38 69 59 79 93 50 73 21 93 31 59 3 38 38 37Z',
  'open-star': 'M50 4 62 37 97 38 69 59 79 93 50 73 21 93 31 59 3 38 38 37ZM50 27 43 46 23 47 39 59 33 77 50 66 67 77 61 59 77 47 57 46Z',
  disc: 'M50 6A44 44 0 1 1 49.9 6Z', square: 'M11 11H89V89H11Z', triangle: 'M50 6 97 90H3Z', lozenge: 'M50 2 92 50 50 98 8 50Z',
};
const INKS = { black: 'spade', red: 'heart', blue: 'diamond', green: 'club', yellow: 'yellow' };

/** The class that gives an ink its colour. */
export const ink = name => `ink-${INKS[name] ?? 'spade'}`;

const shape = (name, x, y, k, attributes) =>
  s('path', { d: SHAPES[name], 'fill-rule': 'evenodd', transform: `translate(${x} ${y}) scale(${k})`, ...attributes });

/** A glyph with its left upper corner at x, y; characters without a drawing are set as text. */
function glyph(text, x, y, k, weight, width = 64) {
  const chars = [...text], narrow = chars.length > 1 ? .86 : 1;
  const step = c => (c === '1' ? 50 : 70) * narrow;
  const wide = chars.reduce((sum, c) => sum + step(c), 0) - 8;
  const squeeze = Math.min(1, width / (wide * k));
  let at = x;
  return chars.map(c => {
    const part = STROKES[c]
      ? s('path', { class: 'stroke', d: STROKES[c], 'stroke-width': weight / squeeze ** .4, transform: `translate(${at} ${y}) scale(${k * squeeze * narrow} ${k})` })
      : s('text', { class: 'letter', x: at, y: y + 96 * k, 'font-size': 128 * k * (chars.length > 1 ? .7 : 1) }, c);
    at += step(c) * k * squeeze;
    return part;
  });
}
/** A glyph with its middle at cx, cy. */
export const middle = (text, cx, cy, k, weight) => {
  const wide = [...text].reduce((sum, c) => sum + (c === '1' ? 50 : 70), -10) * (text.length > 1 ? .86 : 1) * k;
  return glyph(text, cx - wide / 2, cy - 50 * k, k, weight, 90);
};

// Pips as on paper cards: columns 0, 1, 2 and rows from 0 to 6; the lower half stands on its head.
const PIPS = {
  2: [[1, 0], [1, 6]], 3: [[1, 0], [1, 3], [1, 6]], 4: [[0, 0], [2, 0], [0, 6], [2, 6]],
  5: [[0, 0], [2, 0], [1, 3], [0, 6], [2, 6]], 6: [[0, 0], [2, 0], [0, 3], [2, 3], [0, 6], [2, 6]],
  7: [[0, 0], [2, 0], [1, 1.5], [0, 3], [2, 3], [0, 6], [2, 6]],
  8: [[0, 0], [2, 0], [1, 1.5], [0, 3], [2, 3], [1, 4.5], [0, 6], [2, 6]],
  9: [[0, 0], [2, 0], [0, 2], [2, 2], [1, 3], [0, 4], [2, 4], [0, 6], [2, 6]],
  10: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2], [0, 4], [2, 4], [1, 5], [0, 6], [2, 6]],
};
const pips = (places, name) => s('g', { class: 'pips' }, places.map(([column, row]) => {
  const cx = 51 + column * 16, cy = 26 + row * 15.3, turn = row > 3 ? ' rotate(180 50 50)' : '';
  return s('path', { d: SHAPES[name], transform: `translate(${cx - 7.6} ${cy - 7.6}) scale(.152)${turn}` });
}));

const path = (d, kind) => s('path', { d, class: kind });
const disc = (cx, cy, r, kind) => s('circle', { cx, cy, r, class: kind });
const COURT = {
  K: [path('M47 72 44 46 56 57 64 42 72 57 84 46 81 72Z'), path('M51 71C50 92 56 98 64 98 72 98 78 92 77 71Z', 'skin'), path('M50 82C49 111 79 111 78 82 76 90 71 86 64 86 57 86 52 90 50 82Z'), disc(58.5, 78, 2), disc(69.5, 78, 2), path('M59 92C62 94 66 94 69 92', 'paper-line'), path('M49 66H79', 'paper-line')],
  Q: [path('M46 112C38 74 50 60 64 60 78 60 90 74 82 112Z'), path('M49 66 45 47 56 56 64 43 72 56 83 47 79 66Z'), disc(45, 46, 3.4), disc(64, 41, 3.4), disc(83, 46, 3.4), path('M52 72C52 96 76 96 76 72 72 67 56 67 52 72Z', 'skin'), disc(59, 79, 2), disc(69, 79, 2), path('M60 86C62 88 66 88 68 86', 'line')],
  J: [path('M48 98C44 74 52 62 64 62 76 62 84 74 80 98Z'), path('M51 74C51 97 77 97 77 74Z', 'skin'), path('M46 72C44 54 60 45 84 54L82 72Z'), path('M80 55C92 49 94 41 90 33 82 38 77 46 76 54Z'), disc(59, 80, 2), disc(70, 80, 2), path('M61 87H68', 'line')],
};
const court = (letter, name) => s('g', { class: 'court' },
  s('rect', { class: 'panel', x: 37, y: 30, width: 55, height: 100, rx: 6 }),
  path('M40 129C40 107 50 101 64 101 78 101 89 107 89 129Z'),
  COURT[letter].map(part => part.cloneNode(true)),
  shape(name, 57.5, 111, .13, { class: 'emblem' }));

function french({ glyph: text, shape: name }) {
  const index = [glyph(text, text.length > 1 ? 5 : 8, 9, .3, 15, 28), shape(name, 7.5, 45, .21)];
  if (COURT[text]) return [index, court(text, name)];
  const big = shape(name, 40, 80, .5, { class: 'big' });
  if (PIPS[text]) return [index, pips(PIPS[text], name), big];
  return [index, shape(name, 40, 62, .48), s('path', { class: 'wreath', d: 'M64 52.5A33.5 33.5 0 1 1 63.9 52.5Z' })];
}
function joker({ shape: name }) {
  const word = [...'J0KER'].map((c, at) => glyph(c, 14, 36 + at * 19, .14, 16));
  return [shape(name, 7, 8, .24), word, s('g', { class: `jester ${name}` },
    path('M44 104C36 84 36 70 44 56 50 66 55 74 57 84 57 66 60 52 68 40 74 52 77 68 76 84 80 74 84 68 92 62 96 76 94 92 88 104Z', 'hat'),
    disc(44, 54, 4.5), disc(68, 37, 4.5), disc(93, 60, 4.5), path('M43 110H89', 'line'), shape(name, 54, 82, .2, { class: 'emblem' }))];
}
function coloured({ glyph: text, shape: name }) {
  const ground = s('rect', { class: 'ground', x: 4, y: 4, width: 92, height: 132, rx: 7 });
  if (!name) return [ground, s('g', { class: 'pips' }, glyph(text, text.length > 1 ? 9 : 12, 12, .27, 15, 30)), middle(text, 50, 76, .62, 13)];
  const mark = [glyph(text, 11, 12, .27, 15, 26), shape(name, 10, 45, .18)];
  return [ground, shape(name, 21, 46, .62, { class: 'field' }), middle(text, 52, name === 'triangle' ? 86 : 77, .42, 14), mark,
    s('g', { class: 'pips', transform: 'translate(31.5 44) rotate(180 50 70) scale(.68)' }, mark.flat().map(part => part.cloneNode(true)))];
}

const drawn = new Map();
/** The drawing of a face. */
export function face(card) {
  const key = `${card.glyph} ${card.shape} ${card.ink} ${card.ground}`;
  if (!drawn.has(key)) {
    const isJoker = card.shape === 'star' || card.shape === 'open-star';
    const art = card.ground === 'ink' ? coloured(card) : isJoker ? joker(card) : card.shape ? french(card) : middle(card.glyph, 50, 70, .6, 12);
    const kind = card.ground === 'ink' ? 'coloured' : 'paper';
    drawn.set(key, s('svg', { class: `face ${kind} ${ink(card.ink)}`, viewBox: '0 0 100 140', 'aria-hidden': 'true', focusable: 'false' }, art));
  }
  return drawn.get(key).cloneNode(true);
}

/** A shape alone, beside words. */
export const icon = (name, kind = '') => s('svg', { class: `icon ${kind}`, viewBox: '0 0 100 100', 'aria-hidden': 'true' }, shape(name, 0, 0, 1));

const INK_OF = { spade: 'black', heart: 'red', diamond: 'blue', club: 'green' };
/** A suit's shape in its colour. */
export const suit = name => icon(name, ink(INK_OF[name]));

/** A card within a sentence. */
export function mini(card) {
  const isJoker = card.shape === 'star' || card.shape === 'open-star';
  const marks = [isJoker ? null : card.glyph, card.shape ? icon(card.shape) : null];
  return h('b', { class: `mini ${card.ground === 'ink' ? 'chip' : ''} ${ink(card.ink)}`, role: 'img', 'aria-label': card.label }, ...marks);
}

/** A sentence: words and cards. */
export const sentence = parts => (parts ?? []).map(part => typeof part === 'string' ? part : mini(part.card));

/** The same as plain words. */
export const words = parts => (parts ?? []).map(part => typeof part === 'string' ? part : part.card.label).join('');

const eye = () => h('span', { class: 'eye', title: say('ui-mark-seen') }, s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: 'M2 12C6 5 18 5 22 12 18 19 6 19 2 12Z' }), s('circle', { cx: 12, cy: 12, r: 3.4 })));
const MARKS = ['trump', 'winning', 'seen', 'open', 'drawn'];
/** A card face up; `tag` is the element, `more` its attributes. */
export function card(shown, tag = 'span', more = {}) {
  const marks = (shown.marks ?? []).filter(mark => MARKS.includes(mark));
  const points = (shown.marks ?? []).find(mark => mark.points)?.points;
  return h(tag, { ...more, class: `card ${marks.map(mark => `m-${mark}`).join(' ')} ${more.class ?? ''}`, 'data-id': shown.id },
    face(shown), marks.includes('seen') ? eye() : null, points ? h('span', { class: 'points', 'aria-hidden': 'true' }, String(points)) : null);
}

/** A card face down. */
export const back = (more = {}) => h('span', { ...more, class: `card back ${more.class ?? ''}`, 'aria-hidden': 'true' });
