// Pages that are not a table: theme, card pictures, the name that was used last, times of this place.

import { all, texts } from './dom.js';
import { card } from './faces.js';
import { settings } from './settings.js';

Object.assign(texts, JSON.parse(document.body.dataset.texts ?? '{}'));
settings(false);

for (const place of all('[data-faces]')) place.replaceChildren(...JSON.parse(place.dataset.faces).map(face => card({ ...face, marks: [] })));

const names = all('input[name=name]');
try {
  for (const input of names) {
    if (!input.value) input.value = localStorage.getItem('name') ?? '';
    input.addEventListener('change', () => {
      localStorage.setItem('name', input.value);
      for (const other of names) other.value = input.value;
    });
  }
} catch { /* private windows forget */ }

for (const time of all('time')) time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
