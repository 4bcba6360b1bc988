/** A linter of fixed thresholds on joints, as pipelines write them for themselves: no masses, no contacts, no balance. */
import { fitBody } from '../src/balance/fit-body.ts';
import { trackJoints } from '../src/measures/joint-tracks.ts';
import type { Clip } from '../src/motion/clip.ts';
import { coordinateCount, jointCount, quatIndex } from '../src/motion/skeleton.ts';

const LOW = 0.025; // [m] of the toe above the lowest it comes
const SKATES = 0.3; // [m/s]
const SKATES_FOR = 0.1; // [s]
const BELOW = -0.03; // [m]
const ABOVE = 0.05; // [m]
const ABOVE_FOR = 0.6; // [s] longer than a jump
const FASTEST_TURN = 20; // [rad/s] of a joint
const FASTEST_ROOT = 8; // [m/s]

/** Frames in which something is wrong by these rules. */
export function ruleFaults(clip: Clip): ReadonlySet<number> {
  const { frames, rate, feet, lowest } = trackJoints(fitBody(clip), clip);
  const faults = new Set<number>();
  const sustained = (is: (frame: number) => boolean, seconds: number): void => {
    for (let start = 0; start < frames; start++) {
      if (!is(start)) continue;
      let end = start;
      while (end + 1 < frames && is(end + 1)) end++;
      if ((end - start + 1) / rate >= seconds) for (let frame = start; frame <= end; frame++) faults.add(frame);
      start = end;
    }
  };
  for (let toe = 0; toe < 2; toe++) {
    let floor = Infinity;
    for (let frame = 0; frame < frames; frame++) floor = Math.min(floor, feet[3 * (4 * frame + toe) + 1]!);
    sustained((frame) => {
      const [a, b] = [3 * (4 * Math.max(0, frame - 1) + toe), 3 * (4 * Math.min(frames - 1, frame + 1) + toe)];
      const speed = (rate * Math.hypot(feet[b]! - feet[a]!, feet[b + 2]! - feet[a + 2]!)) / ((b - a) / 12);
      return feet[3 * (4 * frame + toe) + 1]! < floor + LOW && speed > SKATES;
    }, SKATES_FOR);
  }
  sustained((frame) => lowest[frame]! < BELOW, 0);
  sustained((frame) => lowest[frame]! > ABOVE, ABOVE_FOR);
  for (let frame = 1; frame < frames; frame++) if (isFast(clip, frame, rate)) faults.add(frame);
  return faults;
}

function isFast({ q, skeleton }: Clip, frame: number, rate: number): boolean {
  const nq = coordinateCount(skeleton);
  const [a, b] = [(frame - 1) * nq, frame * nq];
  if (rate * Math.hypot(q[b]! - q[a]!, q[b + 1]! - q[a + 1]!, q[b + 2]! - q[a + 2]!) > FASTEST_ROOT) return true;
  for (let joint = 0; joint < jointCount(skeleton); joint++) {
    const i = quatIndex(joint);
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += q[a + i + k]! * q[b + i + k]!;
    if (2 * rate * Math.acos(Math.min(1, Math.abs(dot))) > FASTEST_TURN) return true;
  }
  return false;
}
