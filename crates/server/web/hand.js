// The hand: cards in rows that fit the screen. A card's visible strip is never narrower than a finger needs, and
// the rows keep their place while cards are selected.

import { capital, h, say } from './dom.js';
import { card } from './faces.js';

const STRIP = 26;
const RAISE = 14;
const LABEL = 18;

/** How groups of cards fill rows: each row is a list of [group, from, to]; null if they need more rows. */
function pack(counts, width, rows, cw, step, gap, isSplit) {
  const packed = [[]];
  let x = 0;
  const next = () => { packed.push([]); x = 0; };
  for (const [group, count] of counts.entries()) {
    let from = 0;
    while (from < count) {
      const start = x ? x + gap : 0, room = Math.floor((width - start - cw) / step) + 1, left = count - from;
      const isWide = cw + (left - 1) * step > width;
      const takes = room >= left ? left : isSplit || (isWide && (!x || room > 3)) ? room : 0;
      if (takes < Math.min(left, 2)) {
        if (!x) return null;
        next();
        continue;
      }
      packed.at(-1).push([group, from, from + takes]);
      x = start + cw + (takes - 1) * step;
      from += takes;
      if (from < count) next();
    }
  }
  return packed.length <= rows ? packed : null;
}

function fitAt(counts, cw, shelf, width, height, isSplit, most) {
  const gap = Math.min(22, Math.max(8, cw * .24)), least = Math.max(STRIP, cw * .37);
  const rows = 1 + Math.floor((height - cw * 1.4) / shelf);
  for (let used = 1; used <= Math.min(rows, most); used++) {
    let step = least, packed = pack(counts, width, used, cw, step, gap, isSplit);
    if (!packed) continue;
    for (let wider = step + 1; wider <= cw * (used > 1 ? .5 : .72); wider++) {
      const tried = pack(counts, width, used, cw, wider, gap, isSplit);
      if (!tried) break;
      [step, packed] = [wider, tried];
    }
    return { cw, step, gap, shelf, packed };
  }
  return null;
}

/** The largest cards that fit. */
export function fit(counts, { width, height, most, hasLabels }) {
  const label = hasLabels ? LABEL : 0;
  const whole = cw => cw * 1.4 + RAISE + label, covered = cw => Math.max(cw * .56 + RAISE, 44) + label;
  // A few cards lie in one row. Otherwise: whole cards in every row if they are still large; otherwise rows cover the lower part of the rows above; groups
  // are divided last of all.
  const few = counts.reduce((sum, count) => sum + count, 0) <= 12;
  for (const [shelf, least, isSplit, rows] of [[whole, few ? 54 : 1000, false, 1], [whole, Math.min(76, most), false, 5], [covered, 50, false, 5], [covered, 40, true, 5]]) {
    for (let cw = most; cw >= least; cw -= 2) {
      const found = fitAt(counts, cw, shelf(cw), width, height - RAISE - label, isSplit, rows);
      if (found) return found;
    }
  }
  // Narrower than any phone: rows as they come.
  return { cw: 40, step: STRIP, gap: 8, shelf: covered(40), packed: pack(counts, Math.max(width, 120), 99, 40, STRIP, 8, true) };
}

/** Gives each face-up card of a zone its key. */
export function keyed(zone, counted = new Map()) {
  const key = id => { const n = (counted.get(id) ?? 0) + 1; counted.set(id, n); return `${id}#${n}`; };
  return zone.groups.map(group => ({ name: group.name, cards: group.items.filter(item => item.card).map(({ card }) => ({ ...card, key: key(card.id) })) }));
}

/** Draws a hand. `state(card)` is `'ok'`, `'off'` or `'idle'`. */
export function drawHand(zone, groups, box, state) {
  const named = groups.filter(group => group.name).length > 1;
  const hasLabels = named && box.height > 190 && box.width > 560;
  const plan = fit(groups.map(group => group.cards.length), { ...box, hasLabels });
  const draw = (group, shown, at) => {
    const kind = state(shown), label = [group.name && named ? group.name + ':' : '', [shown.label, ...marks(shown)].filter(Boolean).join(', '), kind === 'off' ? say('ui-not-now') : ''];
    return card(shown, 'button', {
      type: 'button', class: kind, 'data-key': shown.key, tabindex: at ? -1 : 0, 'aria-pressed': kind === 'idle' ? null : 'false',
      'aria-disabled': kind === 'off' ? 'true' : null, 'aria-label': label.filter(Boolean).join(' '),
    });
  };
  let at = 0;
  const rows = (plan.packed ?? []).map(row => h('div', { class: 'line' }, row.map(([index, from, to]) => {
    const group = groups[index];
    const title = hasLabels && from === 0 ? h('span', { class: 'group-name', 'aria-hidden': 'true' }, `${capital(group.name)} `, h('b', {}, String(group.cards.length))) : null;
    return h('div', { class: 'group' }, title, group.cards.slice(from, to).map(shown => draw(group, shown, at++)));
  })));
  const vars = { '--cw': `${plan.cw}px`, '--step': `${plan.step}px`, '--gap': `${plan.gap}px`, '--shelf': `${plan.shelf}px`, '--label': `${hasLabels ? LABEL : 0}px` };
  return h('div', { class: 'hand', role: 'group', 'aria-label': zone.name, vars }, rows);
}

/** What a mark says to who does not see it. */
function marks(shown) {
  const points = shown.marks.find(mark => mark.points)?.points;
  return [shown.marks.includes('trump') ? say('ui-mark-trump') : '', points ? say('ui-mark-points', points) : ''];
}
