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

const BRIEF = 2; // frames
const BACK = 0.35; // of the jump: nearer to where it came from than this, the joint is back

/** One column of q and how far apart two of its frames are. */
interface Column {
  readonly at: number;
  readonly least: number; // a step that may be a jump …
  readonly brief: number; // … and one that may be a jump of a frame or two
  readonly impossible: number; // a speed that nothing has
  readonly way: (a: number, b: number) => number;
}

/** Bridges jumps of single joints and of the whole body.
 *
 * ```ts
 * const { clip: calm, did } = removeOutliers(fitBody(clip), clip);
 * ```
 */
export function removeOutliers(body: Body, clip: Clip): StageOutcome {
  const { jumpTurn, jumpWay, jumpSpeed, jumpPace } = MEND_PARAMETERS;
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
  const place: Column = {
    at: 0,
    least: jumpWay,
    brief: jumpWay,
    impossible: jumpPace,
    way: (a, b) => Math.hypot(...[0, 1, 2].map((k) => q[b * nq + k] - q[a * nq + k])),
  };
  const turns = bodyJoints(body).map((joint): Column => {
    const at = quatIndex(joint);
    return {
      at,
      least: Math.max(jumpTurn, Math.min(0.5, jumpSpeed * clip.frameTime)),
      brief: jumpTurn,
      impossible: jumpSpeed,
      way: angle(at),
    };
  });
  let jumps = 0;
  for (const column of [place, ...turns]) {
    for (const { a, b } of jumpsOf(column, frames, clip.frameTime)) {
      (column.at === 0 ? bridgePlace : bridgeTurn)(q, nq, column.at, a, b, frames);
      hit.fill(1, a + 1, b);
      jumps++;
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

/** The good frames a and b before and after each jump. */
function jumpsOf(
  { least, brief, impossible, way }: Column,
  frames: number,
  frameTime: number,
): { a: number; b: number }[] {
  const { jumpAbove, jumpTime, frozenTime, around } = MEND_PARAMETERS;
  const longest = Math.max(1, Math.round(jumpTime / frameTime));
  const lost = Math.max(longest, Math.round(frozenTime / frameTime));
  const reach = Math.max(4, Math.round(around / frameTime));
  const step = Float64Array.from({ length: frames }, (_, frame) => (frame === 0 ? 0 : way(frame - 1, frame)));
  const usual = (frame: number): number =>
    median(Array.from(step.subarray(Math.max(1, frame - reach), Math.min(frames, frame + reach + 1))));
  const found: { a: number; b: number }[] = [];
  for (let frame = 1; frame < frames; frame++) {
    if (step[frame] < brief || step[frame] < jumpAbove * usual(frame)) continue;
    const isBrief = step[frame] < least;
    // A first frame or two that have nothing to do with the rest, or the last.
    if (frame <= 2 && !isBrief) {
      found.push({ a: -1, b: frame });
      continue;
    }
    if (frame >= frames - 2 && !isBrief) {
      found.push({ a: frame - 1, b: frames });
      break;
    }
    // What comes and goes faster than anything moves was never there, however long it stays.
    const most = isBrief ? BRIEF : step[frame] > impossible * frameTime ? lost : longest;
    for (let b = frame + 1; b < Math.min(frames, frame + most + 1); b++) {
      if (step[b] < 0.5 * (isBrief ? brief : least) || step[b] < 0.5 * jumpAbove * usual(b)) continue;
      if (b - frame > longest && step[b] < impossible * frameTime) continue;
      if (way(frame - 1, b) > BACK * Math.min(step[frame], step[b]) + 1.5 * (b - frame + 1) * usual(frame)) continue;
      found.push({ a: frame - 1, b });
      frame = b;
      break;
    }
  }
  return found;
}
