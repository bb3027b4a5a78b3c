// What a person has set in this browser: theme, suit colours, sound.

import { one, s, say } from './dom.js';
import { SHAPES, ink } from './faces.js';
import { picture, tool } from './icons.js';

const root = document.documentElement;
const INKS = ['black', 'red', 'blue', 'green'];
const THEMES = ['auto', 'light', 'dark'];
const read = name => { try { return localStorage.getItem(name); } catch { return null; } };
const write = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private windows forget */ } };

export const wants = { sound: read('sound') === 'on' };

function show() {
  const theme = root.dataset.theme ?? 'auto', isTwo = root.dataset.suits === 'two';
  const label = (id, text, isOn) => {
    const button = one(id);
    if (!button) return;
    button.title = text;
    button.setAttribute('aria-label', text);
    if (isOn !== undefined) button.setAttribute('aria-pressed', isOn);
    one('span', button).textContent = text;
  };
  label('#theme', say(`ui-theme-${theme}`));
  label('#suits', say(isTwo ? 'ui-suits-two' : 'ui-suits-four'), isTwo);
  label('#sound', say(wants.sound ? 'ui-sound-on' : 'ui-sound-off'), wants.sound);
  one('#sound svg')?.replaceWith(picture(wants.sound ? 'sound' : 'silent'));
}

/** Makes the header's buttons: they need script, so script makes them. `isTable` adds sound. */
export function settings(isTable) {
  if (THEMES.includes(read('theme'))) root.dataset.theme = read('theme');
  if (read('suits') === 'two') root.dataset.suits = 'two';
  const suits = s('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, ['spade', 'heart', 'diamond', 'club'].map((name, at) =>
    s('path', { class: ink(INKS[at]), d: SHAPES[name], transform: `translate(${at % 2 * 52 + 2} ${at > 1 ? 52 : 2}) scale(.46)` })));
  one('header .tools')?.append(tool('suits', suits, '', { on: { click: () => {
    root.dataset.suits = root.dataset.suits === 'two' ? 'four' : 'two';
    write('suits', root.dataset.suits);
    show();
  } } }), ...isTable ? [tool('sound', 'silent', '', { on: { click: () => {
    wants.sound = !wants.sound;
    write('sound', wants.sound ? 'on' : 'off');
    show();
    chime();
  } } })] : [], tool('theme', 'theme', '', { on: { click: () => {
    root.dataset.theme = THEMES[(THEMES.indexOf(root.dataset.theme ?? 'auto') + 1) % THEMES.length];
    write('theme', root.dataset.theme);
    show();
  } } }));
  show();
}

let audio = null;
/** Two soft notes: it is your turn. */
export function chime() {
  if (!wants.sound) return;
  audio ??= new AudioContext();
  [[660, 0], [880, .12]].forEach(([pitch, after]) => {
    const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + after;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(.0001, at);
    volume.gain.exponentialRampToValueAtTime(.12, at + .02);
    volume.gain.exponentialRampToValueAtTime(.0001, at + .3);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + .32);
  });
}
