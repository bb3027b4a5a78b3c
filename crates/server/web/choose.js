// What a selection means. Pure: from the question and what is selected to what can be pointed at next, without
// knowing a game. A card's key is its id and which of equal cards it is: `9C#1`.

export const idOf = key => key.slice(0, key.lastIndexOf('#'));
export const placeKey = place => place ? `${place.slot} ${place.storey} ${place.form}` : null;

const sorted = ids => [...ids].sort().join(' ');
/** Does `whole` contain `part`, equal cards counted? */
function contains(whole, part) {
  const left = [...whole];
  return part.every(id => {
    const at = left.indexOf(id);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

/** The question as the selection needs it. */
export function question(ask) {
  if (!ask) return { batch: 1, choices: [], isWhole: true, buttons: [], spots: new Map(), cards: new Set(), size: null };
  const { choices, batch } = ask, isWhole = ask.all <= choices.length;
  const hasPlaces = choices.some(choice => choice.place);
  // A choice without a card, or without a place where the others have one, is a button.
  const isButton = choice => choice.cards.length === 0 || (hasPlaces && !choice.place);
  const buttons = batch > 1 ? [] : choices.filter(isButton);
  const pointed = choices.filter(choice => !isButton(choice));
  const spots = new Map();
  for (const choice of pointed.filter(choice => choice.place)) {
    const key = placeKey(choice.place);
    spots.set(key, [...spots.get(key) ?? [], choice]);
  }
  const sizes = new Set(pointed.map(choice => choice.cards.length));
  const size = batch > 1 ? batch : sizes.size === 1 ? [...sizes][0] : null;
  return { batch, choices: pointed, isWhole, buttons, spots, cards: new Set(pointed.flatMap(choice => choice.cards)), size };
}

/** May this card be part of an action? Unknown where not all choices are listed, and then yes. */
export const isUsable = (asked, id) => asked.batch > 1 || !asked.isWhole || asked.cards.has(id);

/**
 * What the selection means:
 * `ready`: the one choice, or `{cards}` for the server to understand;
 * `options`: several choices of the same cards or the same place, to point at one;
 * `check`: the server must say whether these cards are allowed;
 * `wrong`: they are not, and the server says why;
 * `more`: select on (`need` cards in all, where that is known).
 */
export function meaning(asked, selection) {
  const ids = selection.cards.map(idOf), { size: need } = asked;
  if (!ids.length && !selection.place) return { kind: 'none', need };
  if (asked.batch > 1) {
    if (ids.length < need) return { kind: 'more', need };
    return ids.length === need ? { kind: 'check', need } : { kind: 'wrong', need };
  }
  const fits = asked.choices.filter(choice => contains(choice.cards, ids) && (!selection.place || placeKey(choice.place) === selection.place));
  const exact = fits.filter(choice => sorted(choice.cards) === sorted(ids) && (selection.place || !choice.place));
  if (exact.length === 1) return { kind: 'ready', choice: exact[0], need };
  if (exact.length > 1) return { kind: 'options', choices: exact, need };
  if (selection.place && fits.length === 1) return { kind: 'ready', choice: fits[0], need };
  if (selection.place && fits.length > 1) return { kind: 'options', choices: fits, need };
  if (fits.length && asked.isWhole) return { kind: 'more', need, places: fits.filter(choice => choice.place).map(choice => placeKey(choice.place)) };
  if (asked.isWhole) return { kind: 'wrong', need };
  return need && ids.length < need ? { kind: 'more', need } : { kind: 'check', need };
}

/** The selection after pointing at a card. One card gives way to the next where an action needs only one. */
export function toggle(asked, selection, key) {
  const { cards } = selection;
  if (cards.includes(key)) return { ...selection, cards: cards.filter(card => card !== key) };
  if (asked.size === 1 || asked.spots.size) {
    const both = [...cards, key].map(idOf);
    const together = asked.choices.some(choice => contains(choice.cards, both) && (!selection.place || placeKey(choice.place) === selection.place));
    return { ...selection, cards: together ? [...cards, key] : [key] };
  }
  return { ...selection, cards: [...cards, key] };
}

/** Cards and places that do not fit together: the latest pointing wins. */
export function pointAt(asked, selection, place) {
  const next = { ...selection, place: selection.place === place ? null : place };
  return meaning(asked, next).kind === 'wrong' ? { cards: [], place: next.place } : next;
}

/** The part in which labels of options differ: "play the jack and choose hearts" → "hearts". */
export function differing(labels) {
  const split = labels.map(label => label.split(' '));
  let same = 0;
  while (split.every(words => words.length > same + 1 && words[same] === split[0][same])) same++;
  // More than a word or two would lose what it belongs to.
  return split.every(words => words.length - same <= 2) ? split.map(words => words.slice(same).join(' ')) : labels;
}
