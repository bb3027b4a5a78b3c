// Motion: a card glides from where it was, 160 ms, unless motion is unwanted. The picture is right without it.

import { all, one } from './dom.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');
const LENGTH = { duration: 160, easing: 'cubic-bezier(.2, .7, .3, 1)' };
const CARDS = '.felt .card[data-key]';

/** Where cards are before a change. */
export function remember() {
  if (still.matches || document.hidden) return null;
  return new Map(all(CARDS).map(card => [card.dataset.key, card.getBoundingClientRect()]));
}

/** Lets cards glide to where they are after it; new ones come from `source(card)`, an element. */
export function glide(before, source) {
  if (!before?.size) return;
  for (const card of all(CARDS)) {
    const now = card.getBoundingClientRect();
    let was = before.get(card.dataset.key);
    const from = was ? null : source(card)?.getBoundingClientRect();
    if (from) was = { left: from.left + from.width / 2 - now.width / 2, top: from.top + from.height / 2 - now.height / 2, width: now.width };
    if (!was || !now.width) continue;
    const [x, y, k] = [was.left - now.left, was.top - now.top, was.width / now.width];
    if (Math.abs(x) < 2 && Math.abs(y) < 2) continue;
    card.animate([{ transform: `translate(${x}px, ${y}px) scale(${k})`, transformOrigin: '0 0', opacity: from ? .4 : 1 }, { transform: 'none', transformOrigin: '0 0', opacity: 1 }], LENGTH);
  }
}

/** Where a new card comes from: the own hand from a pile, the rest from the seat that moved. */
export const cameFrom = mover => card =>
  card.closest('.hand') ? one('.heap') : one(`.plate[data-seat="${mover}"]`);
