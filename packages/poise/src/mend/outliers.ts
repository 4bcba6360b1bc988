/** Jumps: for a frame or a few, a joint is elsewhere, and then back. Those frames are bridged, and frames that were lost; what stays elsewhere is no jump. */
import type { Body } from '../body/body.ts';
import { median } from '../math/order-statistics.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { coordinateCount, quatIndex } from '../motion/skeleton.ts';
import { bodyJoints } from './body-joints.ts';
import { bridgePlace, bridgeTurn, turnBetween } from './bridge.ts';
import { bridgeFrozen } from './frozen.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { type StageOutcome, untouched } from './stage.ts';
import { framesInWords, plural } from './words.ts';

const [SHARE_LEAST, SHARE_MOST] = [0.3, 0.75]; // of a single frame's distance from the middle: a jump there and back gives its neighbours half
const BACK = 0.35; // of the jump: nearer to where it came from than this, the joint is back

/** One column of q and how far apart two of its frames are. */
interface Column {
  readonly at: number;
  readonly least: number; // a step that may be a jump
  readonly spike: number; // off the middle of the frames beside it, a single frame is one
  readonly impossible: number; // a speed that nothing has
  readonly way: (a: number, b: number) => number;
  readonly off: (frame: number) => number; // the middle of the frames beside it
}

/** Bridges jumps of single joints and of the whole body.
 *
 * ```ts
 * const { clip: calm, did } = removeOutliers(fitBody(clip), clip);
 * ```
 */
export function removeOutliers(body: Body, clip: Clip): StageOutcome {
  const { jumpTurn, jumpWay, jumpSpeed, jumpPace, spikeTurn, spikeWay } = MEND_PARAMETERS;
  const nq = coordinateCount(clip.skeleton);
  const frames = clip.frameCount;
  if (frames < 5) return untouched(clip);
  const q = clip.q.slice();
  const [hit, still] = [new Uint8Array(frames), new Uint8Array(frames)];
  const frozen = bridgeFrozen(body, clip, q, still);
  const turn = new Float64Array(4);
  const angle = (at: number) => (a: number, b: number) => {
    turnBetween(turn, q, a * nq + at, b * nq + at);
    return Math.hypot(turn[0], turn[1], turn[2]);
  };
  const half = new Float64Array(4);
  const offMiddle = (at: number) => (frame: number) => {
    turnBetween(turn, q, (frame - 1) * nq + at, frame * nq + at);
    turnBetween(half, q, (frame - 1) * nq + at, (frame + 1) * nq + at);
    return Math.hypot(turn[0] - half[0] / 2, turn[1] - half[1] / 2, turn[2] - half[2] / 2);
  };
  const place: Column = {
    at: 0,
    least: jumpWay,
    spike: spikeWay,
    impossible: jumpPace,
    way: (a, b) => Math.hypot(...[0, 1, 2].map((k) => q[b * nq + k] - q[a * nq + k])),
    off: (f) => Math.hypot(...[0, 1, 2].map((k) => q[f * nq + k] - (q[f * nq - nq + k] + q[f * nq + nq + k]) / 2)),
  };
  const turns = bodyJoints(body).map((joint): Column => {
    const at = quatIndex(joint);
    return {
      at,
      least: Math.max(jumpTurn, Math.min(0.5, jumpSpeed * clip.frameTime)),
      spike: spikeTurn,
      impossible: jumpSpeed,
      way: angle(at),
      off: offMiddle(at),
    };
  });
  let jumps = 0;
  for (const column of [place, ...turns]) {
    for (const find of [spikesOf, jumpsOf]) {
      for (const { a, b } of find(column, frames, clip.frameTime)) {
        (column.at === 0 ? bridgePlace : bridgeTurn)(q, nq, column.at, a, b, frames);
        hit.fill(1, a + 1, b);
        jumps++;
      }
    }
  }
  if (jumps + frozen === 0) return untouched(clip);
  const did: string[] = [];
  if (frozen > 0) did.push(`Lost frames that repeated an earlier pose were bridged (${framesInWords(clip, still)}).`);
  if (jumps > 0) {
    did.push(`${plural(jumps, 'jump')} of single joints, there and back, were bridged (${framesInWords(clip, hit)}).`);
  }
  return { clip: withCoordinates(clip, q), did, left: [] };
}

/** The good frames beside single frames that lie off the middle, as far as the jump itself makes the frames beside it do. */
function spikesOf({ spike, off }: Column, frames: number, frameTime: number): { a: number; b: number }[] {
  const { jumpAbove, around } = MEND_PARAMETERS;
  const reach = Math.max(4, Math.round(around / frameTime));
  const size = Float64Array.from({ length: frames }, (_, f) => (f === 0 || f === frames - 1 ? 0 : off(f)));
  const found: { a: number; b: number }[] = [];
  for (let f = 2; f < frames - 2; f++) {
    if (size[f] < spike) continue;
    const isSingle = [size[f - 1], size[f + 1]].every(
      (beside) => beside > SHARE_LEAST * size[f] && beside < SHARE_MOST * size[f],
    );
    if (!isSingle) continue;
    const usual = median(size.slice(Math.max(1, f - reach), Math.min(frames - 1, f + reach + 1)));
    if (size[f] > jumpAbove * usual) found.push({ a: f - 1, b: f + 1 });
  }
  return found;
}

/** The good frames a and b before and after each jump. */
function jumpsOf({ least, impossible, way }: Column, frames: number, frameTime: number): { a: number; b: number }[] {
  const { jumpAbove, jumpTime, frozenTime, around } = MEND_PARAMETERS;
  const longest = Math.max(1, Math.round(jumpTime / frameTime));
  const lost = Math.max(longest, Math.round(frozenTime / frameTime));
  const reach = Math.max(4, Math.round(around / frameTime));
  const step = Float64Array.from({ length: frames }, (_, frame) => (frame === 0 ? 0 : way(frame - 1, frame)));
  const usual = (frame: number): number =>
    median(Array.from(step.subarray(Math.max(1, frame - reach), Math.min(frames, frame + reach + 1))));
  const found: { a: number; b: number }[] = [];
  for (let frame = 1; frame < frames; frame++) {
    if (step[frame] < least || step[frame] < jumpAbove * usual(frame)) continue;
    // A first frame or two that have nothing to do with the rest, or the last.
    if (frame <= 2) {
      found.push({ a: -1, b: frame });
      continue;
    }
    if (frame >= frames - 2) {
      found.push({ a: frame - 1, b: frames });
      break;
    }
    // What comes and goes faster than anything moves was never there, however long it stays.
    const most = step[frame] > impossible * frameTime ? lost : longest;
    for (let b = frame + 1; b < Math.min(frames, frame + most + 1); b++) {
      if (step[b] < 0.5 * least || step[b] < 0.5 * jumpAbove * usual(b)) continue;
      if (b - frame > longest && step[b] < impossible * frameTime) continue;
      if (way(frame - 1, b) > BACK * Math.min(step[frame], step[b]) + 1.5 * (b - frame + 1) * usual(frame)) continue;
      found.push({ a: frame - 1, b });
      frame = b;
      break;
    }
  }
  return found;
}
