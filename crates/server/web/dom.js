// Elements without a framework. Text is always text: nothing here parses markup, so nothing can be injected.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    // The content policy forbids style attributes; properties set by script are allowed.
    else if (name === 'vars') for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: `h('p', {class: 'said'}, 'text', child, [more])`. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export const one = (query, at = document) => at.querySelector(query);
export const all = (query, at = document) => [...at.querySelectorAll(query)];

/** The page's words, from the server's catalogue. */
export const texts = {};
export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
export const say = (id, number) => (texts[id] ?? id).replace('#', number ?? '#');
