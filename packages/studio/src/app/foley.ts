/** Sounds of steps and hits, made by the browser: a thump and a short noise, as loud as they were hard. */

export interface Foley {
  readonly step: (strength: number) => void; // 0 … 1
  readonly hit: (strength: number) => void;
  readonly close: () => void;
}

interface Sound {
  readonly thump: number; // [Hz]
  readonly noise: number; // [Hz] that is let through
  readonly length: number; // [s]
  readonly volume: number;
}
const STEP: Sound = { thump: 72, noise: 900, length: 0.11, volume: 0.35 };
const HIT: Sound = { thump: 48, noise: 420, length: 0.28, volume: 0.8 };
const SILENT = 1e-3;

/** Silent where the browser makes no sound. */
export function createFoley(): Foley {
  const context = typeof AudioContext === 'undefined' ? undefined : new AudioContext();
  const hiss = context && noiseOf(context);
  const play = ({ thump, noise, length, volume }: Sound, strength: number): void => {
    if (!context || !hiss) return;
    const { currentTime: now, destination } = context;
    const loud = context.createGain();
    loud.gain.setValueAtTime(Math.max(SILENT, volume * (0.25 + 0.75 * strength)), now);
    loud.gain.exponentialRampToValueAtTime(SILENT, now + length);
    loud.connect(destination);
    const tone = context.createOscillator();
    tone.frequency.setValueAtTime(2 * thump, now);
    tone.frequency.exponentialRampToValueAtTime(thump, now + length / 2);
    tone.connect(loud);
    const rustle = context.createBufferSource();
    rustle.buffer = hiss;
    const filter = context.createBiquadFilter();
    filter.type = 'lowpass';
    filter.frequency.value = noise;
    rustle.connect(filter).connect(loud);
    for (const source of [tone, rustle]) {
      source.start(now);
      source.stop(now + length);
    }
  };
  return {
    step: (strength) => play(STEP, strength),
    hit: (strength) => play(HIT, strength),
    close: () => void context?.close(),
  };
}

/** Half a second of noise, the same each time. */
function noiseOf(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < samples.length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    samples[i] = seed / 2 ** 31 - 1;
  }
  return buffer;
}
