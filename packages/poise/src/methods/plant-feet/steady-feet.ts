/** Feet that stand do not tremble: what a capture turns them by faster than people do is taken out while they carry. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { envelope } from '../../math/envelope.ts';
import { lowPass } from '../../math/low-pass.ts';
import { copyQuat, normalizeQuat, relativeQuat, slerpQuat } from '../../math/quat.ts';
import { type Clip, withCoordinates } from '../../motion/clip.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import { insideShares } from './course.ts';
import { type Easing, LOOSE } from './easing.ts';
import type { Run } from './stands.ts';
import type { FootTrace } from './trace-feet.ts';

const STEADY = 12; // [Hz] people turn their feet slower; half: heel strikes are rounded off, double: captures tremble on

const CALM = 5; // [Hz] of toes whose twitch shows beside a foot made still

const AROUND = 0.15; // [s] half-width of the means that carry it on beyond a stand: a twitch beside a still foot is seen

/** The clip with steadied feet; ankles stay where they are. */
export function steadyFeet(
  body: Body,
  clip: Clip,
  feet: readonly FootTrace[],
  stands: readonly (readonly Run[])[],
  easings: readonly Easing[],
): Clip {
  const nq = coordinateCount(clip.skeleton);
  const turns = feet.map(({ sole, rotation }, side) => {
    const share = steadyShare(stands[side], easings[side], clip);
    if (!share.some((value) => value > 0) && !easings[side].calm.some((value) => value > 0)) return undefined;
    const toes = steadied(turnsOf(clip, sole.toes), share, clip.frameTime, STEADY);
    return {
      foot: steadied(rotation, share, clip.frameTime, STEADY),
      toes: steadied(toes, easings[side].calm, clip.frameTime, CALM),
      share,
    };
  });
  if (turns.every((turn) => turn === undefined)) return clip;
  const q = clip.q.slice();
  const ws = createWorkspace(body);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    feet.forEach(({ sole }, side) => {
      const turn = turns[side];
      if (!turn || (turn.share[frame] === 0 && easings[side].calm[frame] === 0)) return;
      const at = frame * nq + quatIndex(sole.foot);
      relativeQuat(q, at, ws.segmentRotation, 4 * clip.skeleton.parents[sole.foot], turn.foot, 4 * frame);
      normalizeQuat(q, at, q, at);
      if (sole.toes !== sole.foot) copyQuat(q, frame * nq + quatIndex(sole.toes), turn.toes, 4 * frame);
    });
  }
  return withCoordinates(clip, q);
}

/** How much a foot is steadied, frame by frame: in stands and a little around, less where it is held less. */
function steadyShare(stands: readonly Run[], { hold }: Easing, { frameCount, frameTime }: Clip): Float64Array {
  const inside = insideShares(stands, frameCount, frameTime);
  const around = envelope(inside, Math.max(1, Math.round(AROUND / frameTime)));
  return around.map((share, frame) => share * Math.max(0, (hold[frame] - LOOSE) / (1 - LOOSE)));
}

/** Rotations, frames × 4, between as they are (share 0) and without what is faster than the cutoff [Hz] (share 1). */
function steadied(rotations: Float64Array, share: Float64Array, frameTime: number, cutoff: number): Float64Array {
  if (!share.some((value) => value > 0)) return rotations;
  const out = rotations.slice();
  const smooth = smoothTurns(rotations, frameTime, cutoff);
  for (let frame = 0; frame < share.length; frame++) {
    if (share[frame] > 0) slerpQuat(out, 4 * frame, out, 4 * frame, smooth, 4 * frame, share[frame]);
  }
  return out;
}

/** A joint's own rotations, frames × 4. */
function turnsOf(clip: Clip, joint: number): Float64Array {
  const nq = coordinateCount(clip.skeleton);
  const out = new Float64Array(4 * clip.frameCount);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const at = frame * nq + quatIndex(joint);
    out.set(clip.q.subarray(at, at + 4), 4 * frame);
  }
  return out;
}

/** Rotations, frames × 4, without what is faster than the cutoff [Hz]. */
function smoothTurns(rotation: Float64Array, frameTime: number, cutoff: number): Float64Array {
  const out = rotation.slice();
  for (let i = 4; i < out.length; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += out[i + k] * out[i + k - 4];
    if (dot < 0) for (let k = 0; k < 4; k++) out[i + k] = -out[i + k];
  }
  lowPass(out, 4, 1 / frameTime, cutoff);
  for (let i = 0; i < out.length; i += 4) normalizeQuat(out, i, out, i);
  return out;
}
