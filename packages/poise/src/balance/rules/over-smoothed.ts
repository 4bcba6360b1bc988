/** Do feet that step move so softly that no landing is left? */
import type { Clip } from '../../motion/clip.ts';
import { SIDES } from '../../motion/roles.ts';
import type { Finding } from '../finding.ts';
import { placesOf } from './places.ts';
import { type Rule, type RuleInput, type Run, whenInWords } from './rule.ts';

/** Feet of people who step, run or jump accelerate at frequencies up to 7 Hz and more: 1 % of the power and more lies above. A low-pass filter
 *  at 3 Hz leaves 1 % above 5 Hz; one at 1 Hz, above 2.5 Hz. */
const WARNING = 5.25; // [Hz]
const ERROR = 3.2; // [Hz]
const SHARE = 0.99; // of the power of the feet's acceleration
const HIGHEST = 12; // [Hz]
const STEP = 0.25; // [Hz]
const SLOWEST_RATE = 24; // [1/s] below, landings fall between frames
/** Feet that hardly move tell nothing: acceleration of both [m/s²], RMS, and how far each travels [m]. */
const MOVING = 1;
const TRAVEL = 0.4;
const WINDOW = 4; // [s]
const SHORTEST = 1.5; // [s]

export const overSmoothedRule: Rule = {
  id: 'over-smoothed',
  title: 'Over-smoothed',
  help: 'The feet step or jump, but nothing quick is left in their motion: a filter or a model has smoothed the landings away. Use a higher cut-off, or a filter that keeps contacts.',
  check: ({ body, clip }: RuleInput): readonly Finding[] => {
    const { frameTime, frameCount } = clip;
    if (1 / frameTime < SLOWEST_RATE || frameCount * frameTime < SHORTEST) return [];
    const feet = SIDES.flatMap((side) => body.roles[`${side}Foot`] ?? []);
    const places = placesOf(body, clip, feet);
    const found: { run: Run; band: number }[] = [];
    for (const run of windowsOf(clip)) {
      const band = bandOf(places, feet.length, run, frameTime);
      if (band === undefined || band >= WARNING) continue;
      const last = found.at(-1);
      if (last && run.start <= last.run.end + 1) {
        found[found.length - 1] = { run: { start: last.run.start, end: run.end }, band: Math.min(last.band, band) };
      } else found.push({ run, band });
    }
    return found.map(({ run, band }) => ({
      rule: 'over-smoothed',
      severity: band < ERROR ? 'error' : 'warning',
      ...run,
      worst: fastestFrame(places, feet.length, run),
      value: band,
      limit: ERROR,
      unit: 'Hz',
      message: `The feet step without a quick motion: nothing above ${band.toFixed(1)} Hz is left of their landings, ${whenInWords(clip, run)}.`,
    }));
  },
};

/** Windows that overlap by half; one for a short clip. */
function windowsOf({ frameCount, frameTime }: Clip): readonly Run[] {
  const length = Math.round(WINDOW / frameTime);
  if (frameCount <= 1.5 * length) return [{ start: 0, end: frameCount - 1 }];
  const number = Math.ceil((2 * frameCount) / length) - 1;
  return Array.from({ length: number }, (_, i) => {
    const start = Math.round((i * (frameCount - length)) / (number - 1));
    return { start, end: start + length - 1 };
  });
}

/** The frequency [Hz] below which nearly all power of the feet's acceleration lies; undefined where the feet hardly move. */
function bandOf(places: Float64Array, feet: number, { start, end }: Run, dt: number): number | undefined {
  const width = 3 * feet;
  const length = end - start - 1;
  const steps = Math.floor(Math.min(HIGHEST, 0.45 / dt) / STEP);
  const power = new Float64Array(steps);
  const tapered = new Float64Array(length);
  let squares = 0;
  for (let k = 0; k < width; k++) {
    for (let i = 0; i < length; i++) {
      const at = (start + 1 + i) * width + k;
      const acceleration = (places[at + width] - 2 * places[at] + places[at - width]) / (dt * dt);
      squares += acceleration ** 2;
      tapered[i] = acceleration * (0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length));
    }
    for (let s = 0; s < steps; s++) power[s] += powerAt(tapered, 2 * Math.PI * (s + 1) * STEP * dt);
  }
  if (Math.sqrt(squares / (length * feet)) < MOVING) return undefined;
  for (let foot = 0; foot < feet; foot++) if (travelOf(places, width, foot, start, end) < TRAVEL) return undefined;
  const most = SHARE * power.reduce((sum, value) => sum + value, 0);
  let sum = 0;
  for (let s = 0; s < steps; s++) {
    sum += power[s];
    if (sum >= most) return (s + 1) * STEP;
  }
  return undefined;
}

/** Power of a signal at an angle per sample [rad]. Goertzel (1958). */
function powerAt(signal: Float64Array, angle: number): number {
  const c = 2 * Math.cos(angle);
  let before = 0;
  let last = 0;
  for (let i = 0; i < signal.length; i++) {
    const next = signal[i] + c * last - before;
    before = last;
    last = next;
  }
  return last * last + before * before - c * last * before;
}

/** Longest way [m] between two frames of a window along an axis. */
function travelOf(places: Float64Array, width: number, foot: number, start: number, end: number): number {
  let most = 0;
  for (let c = 0; c < 3; c++) {
    let [low, high] = [Infinity, -Infinity];
    for (let frame = start; frame <= end; frame++) {
      const value = places[frame * width + 3 * foot + c];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    most = Math.max(most, high - low);
  }
  return most;
}

function fastestFrame(places: Float64Array, feet: number, { start, end }: Run): number {
  const width = 3 * feet;
  let worst = start;
  let most = 0;
  for (let frame = start + 1; frame <= end; frame++) {
    let square = 0;
    for (let k = 0; k < width; k++) square += (places[frame * width + k] - places[(frame - 1) * width + k]) ** 2;
    if (square > most) [worst, most] = [frame, square];
  }
  return worst;
}
