/** Does a body that moves, or a limb of it, stop dead, as no body can? */
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import type { Finding } from '../finding.ts';
import { heldLimbs } from './held-limbs.ts';
import { type Rule, type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';

const STILL_TURN = 0.01; // [rad/s] of every joint: people who stand still sway more than this
const STILL_SHIFT = 0.002; // [m/s]
const SHORTEST = 0.08; // [s]
const LASTING = 0.25; // [s] that no one takes for a held key
const MOVING = 0.3; // [m/s] of the CoM just before or after: nothing that moves stops from one frame to the next
const BESIDE = 0.12; // [s]
/** Single frames that repeat the one before: of a clip that moves, this share within a window of 1 s or so. Captures have none. */
const REPEAT_WINDOW = 1; // [s]
const REPEATS_WARNING = 0.04;
const REPEATS_ERROR = 0.15; // one frame in six is seen as a stutter all the time
const LEAST_REPEATS = 3;

export const frozenRule: Rule = {
  id: 'frozen',
  title: 'Frozen',
  help: 'The body, or a limb, moves, then stands perfectly still from one frame to the next: frames are missing or were repeated. Fill the gap, cut it out, or store the clip at the rate that it has.',
  check: ({ body, clip }: RuleInput): readonly Finding[] => {
    const speed = fastestAround(clip);
    const held = Uint8Array.from({ length: clip.frameCount }, (_, frame) =>
      frame < clip.frameCount - 1 && isHeld(clip, frame) ? 1 : 0,
    );
    return [...stops(clip, held, speed), ...stutters(clip, held, speed), ...heldLimbs(body, clip, held)];
  },
};

/** The fastest that the hips move [m/s] in the frames from … to. */
type SpeedIn = (from: number, to: number) => number;

function fastestAround(clip: RuleInput['clip']): SpeedIn {
  const { frameTime, frameCount: frames } = clip;
  const nq = coordinateCount(clip.skeleton);
  const speed = (frame: number): number => {
    const [a, b] = [Math.max(0, frame - 1), Math.min(frames - 1, frame + 1)];
    const move = [0, 1, 2].map((k) => clip.q[b * nq + k] - clip.q[a * nq + k]);
    return b > a ? Math.hypot(...move) / ((b - a) * frameTime) : 0;
  };
  return (from, to) => {
    let most = 0;
    for (let frame = Math.max(0, from); frame <= Math.min(frames - 1, to); frame++) most = Math.max(most, speed(frame));
    return most;
  };
}

/** Stretches in which a body that moves just before or after stands still. */
function stops(clip: RuleInput['clip'], held: Uint8Array, fastest: SpeedIn): readonly Finding[] {
  const { frameTime, frameCount: frames } = clip;
  const beside = Math.max(2, Math.round(BESIDE / frameTime));
  return runsWhere(frames - 1, (frame) => held[frame] === 1)
    .map(({ start, end }) => ({ start, end: end + 1 }))
    .filter(({ start, end }) => (end - start) * frameTime >= SHORTEST)
    .flatMap((run): Finding[] => {
      const before = run.start > 0 ? fastest(run.start - beside, run.start - 1) : 0;
      const after = run.end < frames - 1 ? fastest(run.end + 1, run.end + beside) : 0;
      const value = Math.max(before, after);
      if (value < MOVING) return [];
      const seconds = (run.end - run.start) * frameTime;
      return [
        {
          rule: 'frozen',
          severity: seconds >= LASTING ? 'error' : 'warning',
          ...run,
          worst: before >= after ? run.start : run.end,
          value,
          limit: MOVING,
          unit: 'm/s',
          message: `The body stands perfectly still for ${seconds.toFixed(2)} s, though it moves at ${value.toFixed(1)} m/s just ${before >= after ? 'before' : 'after'}, ${whenInWords(clip, run)}.`,
        },
      ];
    });
}

/** Stretches in which a moving body repeats single frames: a stutter, as of clips that were stored at a higher rate than they have. */
function stutters(clip: RuleInput['clip'], held: Uint8Array, fastest: SpeedIn): readonly Finding[] {
  const { frameTime, frameCount: frames } = clip;
  const longest = Math.ceil(SHORTEST / frameTime);
  const repeats = new Float64Array(frames + 1); // of the frames before
  const isRepeat = new Uint8Array(frames);
  for (const { start, end } of runsWhere(frames, (frame) => held[frame] === 1)) {
    const isMoving = fastest(start - 2, start) >= MOVING && fastest(end + 1, end + 3) >= MOVING;
    if (end - start + 1 < longest && isMoving) isRepeat.fill(1, start, end + 1);
  }
  for (let frame = 0; frame < frames; frame++) repeats[frame + 1] = repeats[frame] + isRepeat[frame];
  const half = Math.max(1, Math.round(REPEAT_WINDOW / 2 / frameTime));
  const number = (frame: number): number =>
    repeats[Math.min(frames, frame + half)] - repeats[Math.max(0, frame - half)];
  const share = (frame: number): number => number(frame) / (Math.min(frames, frame + half) - Math.max(0, frame - half));
  const isStutter = (frame: number): boolean => number(frame) >= LEAST_REPEATS && share(frame) > REPEATS_WARNING;
  return runsWhere(frames, isStutter, half).map((middle): Finding => {
    // From the first repeated frame in the windows of the run to the last one.
    const start = isRepeat.indexOf(1, Math.max(0, middle.start - half));
    const end = isRepeat.lastIndexOf(1, Math.min(frames - 1, middle.end + half));
    const worst = worstIn(middle, share);
    const value = fastest(start, end);
    return {
      rule: 'frozen',
      severity: share(worst) > REPEATS_ERROR ? 'error' : 'warning',
      start,
      end,
      worst,
      value,
      limit: MOVING,
      unit: 'm/s',
      message: `${Math.round(100 * share(worst))} % of the frames repeat the one before, though the body moves at ${value.toFixed(1)} m/s, ${whenInWords(clip, { start, end })}.`,
    };
  });
}

/** Is the next frame the same? */
function isHeld({ q, skeleton, frameTime }: RuleInput['clip'], frame: number): boolean {
  const nq = coordinateCount(skeleton);
  const [a, b] = [frame * nq, (frame + 1) * nq];
  for (let k = 0; k < 3; k++) if (Math.abs(q[b + k] - q[a + k]) > STILL_SHIFT * frameTime) return false;
  const most = (STILL_TURN * frameTime) / 2;
  for (let joint = 0; joint < skeleton.names.length; joint++) {
    const i = quatIndex(joint);
    let far = 0;
    let near = 0;
    for (let k = 0; k < 4; k++) {
      far += (q[b + i + k] - q[a + i + k]) ** 2;
      near += (q[b + i + k] + q[a + i + k]) ** 2;
    }
    if (Math.min(far, near) > most * most) return false;
  }
  return true;
}
