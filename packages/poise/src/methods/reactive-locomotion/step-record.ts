/** A step of somebody who was hit: where and when the foot came down, and where and when the clip has it. */
import type { NominalSteps, StepPlanOutput } from '../../gait/steps/step-plan-types.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import type { ReactingCharacter } from '../reacting-character.ts';
import type { Shape } from '../save-shape.ts';

export interface StepRecord {
  readonly side: Side;
  readonly time: number; // [s] of touch-down
  readonly place: readonly [x: number, z: number]; // [m] of the middle of the sole
  readonly original: readonly [x: number, z: number]; // [m] where the undisturbed clip steps
  readonly ahead: number; // [m] beyond the step of the source, which moves along with a walker who has recovered
  readonly left: number; // [m] the same, to the character's left
  readonly took: number; // [s] from the touch-down before; 0: a step from standing
  readonly own: number; // [s] that the clip takes for it
  readonly crossed: boolean; // the foot came down beyond the other one
  readonly lean: number; // [rad] of the trunk beyond the clip's, at touch-down
}

export const STEP_SHAPE: Shape = {
  fields: {
    side: { words: SIDES },
    time: 'number',
    place: { numbers: 2 },
    original: { numbers: 2 },
    ahead: 'number',
    left: 'number',
    took: 'number',
    own: 'number',
    crossed: 'flag',
    lean: 'number',
  },
};

const EARLY = 0.95; // of the clip's own time, below which a step is early

export const isEarly = ({ took, own }: StepRecord): boolean => took > 0 && took < EARLY * own;

/** What the plan says of the landing to come; kept, for at the landing it speaks of the next one. */
export interface ForeseenLanding {
  time: number;
  crosses: boolean;
}

/** `plan`: undefined where nothing was planned yet. */
export function foresee(out: ForeseenLanding, plan: StepPlanOutput | undefined): void {
  out.time = plan?.time ?? 0;
  out.crosses = plan?.crosses ?? false;
}

/** The landing that has just been told of. */
export function recordStep(
  { reaction, gait, isWalking }: ReactingCharacter,
  side: Side,
  time: number,
  foreseen: ForeseenLanding,
): StepRecord {
  const foot = side === 'left' ? 0 : 1;
  const { place: off } = reaction.feet[foot];
  const lean = leanOf(reaction);
  const nominal = isWalking ? gait?.nominal : undefined;
  const placed = nominal && landingOf(nominal, foot);
  if (!nominal || !placed) {
    const [x, , z] = reaction.feet[foot].ball;
    const place = [x, z] as const;
    return {
      side,
      time,
      place,
      original: [x - off[0], z - off[2]],
      ahead: 0,
      left: 0,
      took: 0,
      own: 0,
      crossed: false,
      lean,
    };
  }
  const { x, z, yaw, step } = placed;
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
  const own = nominal.before.step.duration;
  return {
    side,
    time,
    place: [x + off[0], z + off[2]],
    original: [step.x, step.z],
    ahead: s * off[0] + c * off[2],
    left: c * off[0] - s * off[2],
    took: foreseen.time > 0 ? foreseen.time : own,
    own,
    crossed: foreseen.crosses,
    lean,
  };
}

const landingOf = ({ stance, before }: NominalSteps, foot: 0 | 1) =>
  stance.foot === foot ? stance : before.foot === foot ? before : undefined;

/** [rad] between the line from hips to neck and the clip's. */
function leanOf({ body, ws, reference }: ReactingCharacter['reaction']): number {
  const { roles } = body;
  const top = roles.neck ?? roles.head ?? roles.chest ?? 0;
  let [dot, own, clip] = [0, 0, 0];
  for (let c = 0; c < 3; c++) {
    const a = ws.segmentOrigin[3 * top + c] - ws.segmentOrigin[c];
    const b = reference.ws.segmentOrigin[3 * top + c] - reference.ws.segmentOrigin[c];
    dot += a * b;
    own += a * a;
    clip += b * b;
  }
  return own * clip > 0 ? Math.acos(Math.max(-1, Math.min(1, dot / Math.sqrt(own * clip)))) : 0;
}
