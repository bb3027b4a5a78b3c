// Small pictures of buttons.

import { h, s } from './dom.js';

const LINES = {
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3Z',
  undo: 'M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-2',
  last: 'M4 8 12 5l5 13-8 3ZM14 5h6v13h-2',
  rules: 'M5 4h9a5 5 0 0 1 5 5v11H9a4 4 0 0 1-4-4ZM9 9h6M9 13h6',
  log: 'M4 6h16M4 12h16M4 18h10',
  sound: 'M4 10v4h4l5 4V6L8 10ZM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  silent: 'M4 10v4h4l5 4V6L8 10ZM16 10l5 5M21 10l-5 5',
};

export const picture = name => name === 'theme'
  ? s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('circle', { class: 'line', cx: 12, cy: 12, r: 8.5 }), s('path', { d: 'M12 3.5a8.5 8.5 0 0 1 0 17Z' }))
  : s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { class: 'line', d: LINES[name] }));

/** A button with a picture and, where there is room, its words. */
export const tool = (id, name, text, more = {}) =>
  h('button', { type: 'button', id, class: 'tool', title: text, 'aria-label': text, ...more }, typeof name === 'string' ? picture(name) : name, h('span', {}, text));
