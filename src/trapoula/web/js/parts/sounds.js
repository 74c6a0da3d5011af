/** Soft sounds, synthesized in the page: a card laid, a card turned, a win, and your turn. */

import { now } from "../store.js";

/** Notes as [seconds after the start, hertz, seconds long]. @type {Record<string, [number, number, number][]>} */
const TUNES = {
  won: [
    [0, 523, 0.18],
    [0.13, 659, 0.18],
    [0.26, 784, 0.18],
    [0.39, 1047, 0.4],
  ],
  turn: [
    [0, 659, 0.16],
    [0.14, 880, 0.3],
  ],
  word: [[0, 784, 0.14]],
  ask: [
    [0, 587, 0.14],
    [0.16, 587, 0.2],
  ],
};
/** A rustle of paper: its pitch in hertz and its length. @type {Record<string, [number, number]>} */
const STROKES = { lay: [900, 0.07], flip: [2200, 0.11] };
const LOUD = 0.12;

/** @type {AudioContext | null} */
let context = null;

/** @param {"lay" | "flip" | "won" | "turn" | "word" | "ask"} what */
export function sound(what) {
  if (!now().prefs.sound || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  if (context.state !== "running") return void context.resume(); // the page has had no user gesture yet
  if (TUNES[what])
    for (const [at, pitch, long] of TUNES[what])
      note(context, context.currentTime + at, pitch, long);
  else stroke(context, ...STROKES[what]);
}

/** @param {AudioContext} own @param {number} at @param {number} long */
function fading(own, at, long) {
  const gain = own.createGain();
  gain.gain.setValueAtTime(LOUD, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(own.destination);
  return gain;
}

/** @param {AudioContext} own @param {number} at @param {number} pitch @param {number} long */
function note(own, at, pitch, long) {
  const voice = own.createOscillator();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  voice.connect(fading(own, at, long));
  voice.start(at);
  voice.stop(at + long);
}

/** @param {AudioContext} own @param {number} pitch @param {number} long */
function stroke(own, pitch, long) {
  const noise = own.createBuffer(1, Math.ceil(own.sampleRate * long), own.sampleRate),
    samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  const source = own.createBufferSource(),
    filter = own.createBiquadFilter();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(own, own.currentTime, long));
  source.start();
}
