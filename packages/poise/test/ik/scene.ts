/** A person on two planted feet whose momentum is prescribed: the problem of docs/ik.md. */
import { buildIk } from '../../src/ik/build-ik.ts';
import type { Limit } from '../../src/ik/limit-rows.ts';
import type { IkOutcome } from '../../src/ik/outcome.ts';
import { solveIk } from '../../src/ik/solve-ik.ts';
import { createIkStepper, type IkStepOutcome, stepIk } from '../../src/ik/step-ik.ts';
import type { Task } from '../../src/ik/task.ts';
import { angularMomentum } from '../../src/ik/tasks/angular-momentum.ts';
import { type FootPlant, footPlant, plantHere } from '../../src/ik/tasks/foot-plant.ts';
import { linearMomentum } from '../../src/ik/tasks/linear-momentum.ts';
import { posture } from '../../src/ik/tasks/posture.ts';
import { smoothness } from '../../src/ik/tasks/smoothness.ts';
import { conjugateQuat, logQuat, multiplyQuat } from '../../src/math/quat.ts';
import { DT, type Person, place } from './support.ts';

export interface SceneOptions {
  readonly angularSoftness?: number;
  readonly limits?: readonly Limit[];
  readonly more?: readonly Task[];
  readonly comStiffness?: number;
  readonly momenta?: 'free'; // leaves the rows of momentum out
}

export function createScene(who: Person, q0: Float64Array, options: SceneOptions = {}) {
  const { body, ws, nv } = who;
  const q = q0.slice();
  const v = new Float64Array(nv);
  place(who, q);
  const feet = (['leftFoot', 'rightFoot'] as const).map((role) => {
    const plant = footPlant(body, who.joint(role), DT);
    plantHere(plant, ws);
    return plant;
  });
  const linear = linearMomentum(body, { stiffness: options.comStiffness ?? 2 });
  const angular = angularMomentum(body, { softness: options.angularSoftness ?? 1e-2 });
  linear.reference.com.set(ws.com);
  const pose = posture(body);
  pose.reference.q.set(q0);
  const smooth = smoothness(pose.weight);
  const momenta = options.momenta === 'free' ? [] : [angular, linear];
  const stepper = createIkStepper(body, {
    dt: DT,
    feet,
    tasks: [...momenta, ...(options.more ?? [])],
    preferences: [pose, smooth],
    limits: options.limits ?? [],
  });
  const { problem, scratch } = stepper;

  /** Solves the frame; the outcome is the scratch's own. */
  const solve = (): IkOutcome => {
    place(who, q);
    buildIk(problem, body, ws, { q, v });
    return solveIk(problem, scratch);
  };
  /** Solves the frame and moves on. */
  const step = (): IkStepOutcome => {
    const outcome = stepIk(stepper, q, v);
    smooth.reference.previous.set(v);
    return outcome;
  };
  return {
    q,
    v,
    problem,
    scratch,
    linear,
    angular,
    pose,
    smooth,
    solve,
    step,
    feetError: () => feetError(who, q, feet),
  };
}

/** How far the feet are from their plan: [m] and [rad]. */
function feetError(who: Person, q: Float64Array, feet: readonly FootPlant[]): { slide: number; turn: number } {
  const { ws } = who;
  place(who, q);
  let slide = 0;
  let turn = 0;
  const error = new Float64Array(4);
  for (const { segment, position, rotation } of feet) {
    const [x, y, z] = [0, 1, 2].map((k) => ws.segmentOrigin[3 * segment + k] - position.position[k]);
    slide = Math.max(slide, Math.hypot(x, y, z));
    conjugateQuat(error, 0, ws.segmentRotation, 4 * segment);
    multiplyQuat(error, 0, rotation.rotation, 0, error, 0);
    logQuat(error, 0, error, 0);
    turn = Math.max(turn, Math.hypot(error[0], error[1], error[2]));
  }
  return { slide, turn };
}
