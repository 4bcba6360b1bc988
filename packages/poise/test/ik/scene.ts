/** A person on two planted feet whose momentum is prescribed: the problem of momentum-ik.md §4. */
import { buildIk } from '../../src/ik/build-ik.ts';
import { createIkScratch } from '../../src/ik/ik-system.ts';
import type { Limit } from '../../src/ik/limit-rows.ts';
import type { IkOutcome } from '../../src/ik/outcome.ts';
import { createIk } from '../../src/ik/problem.ts';
import { solveIk } from '../../src/ik/solve-ik.ts';
import type { Task } from '../../src/ik/task.ts';
import { angularMomentum } from '../../src/ik/tasks/angular-momentum.ts';
import { footPlant, plantHere } from '../../src/ik/tasks/foot-plant.ts';
import { linearMomentum } from '../../src/ik/tasks/linear-momentum.ts';
import { posture } from '../../src/ik/tasks/posture.ts';
import { smoothness } from '../../src/ik/tasks/smoothness.ts';
import { conjugateQuat, logQuat, multiplyQuat } from '../../src/math/quat.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { DT, type Person, place } from './support.ts';

export interface SceneOptions {
  readonly angularSoftness?: number;
  readonly limits?: readonly Limit[];
  readonly more?: readonly Task[];
  readonly comStiffness?: number;
}

export function createScene(who: Person, q0: Float64Array, options: SceneOptions = {}) {
  const { body, ws, nv } = who;
  const q = q0.slice();
  const v = new Float64Array(nv);
  place(who, q);
  const feet = (['leftFoot', 'rightFoot'] as const).map((role) => {
    const segment = who.joint(role);
    const plant = footPlant(body, segment, DT);
    plantHere(plant, ws, segment);
    return { segment, plant };
  });
  const linear = linearMomentum(body, { stiffness: options.comStiffness ?? 2 });
  const angular = angularMomentum(body, { softness: options.angularSoftness ?? 1e-2 });
  linear.reference.com.set(ws.com);
  const pose = posture(body);
  pose.reference.q.set(q0);
  const smooth = smoothness(pose.weight);
  const problem = createIk(body, {
    tasks: [angular, linear, ...feet.flatMap(({ plant }) => plant.tasks), ...(options.more ?? [])],
    preferences: [pose, smooth],
    limits: options.limits ?? [],
  });
  const scratch = createIkScratch(problem);

  /** Solves the frame; the outcome is the scratch's own. */
  const solve = (): IkOutcome => {
    place(who, q);
    buildIk(problem, body, ws, { q, v });
    return solveIk(problem, scratch);
  };
  /** Solves the frame and moves on. */
  const step = (): IkOutcome => {
    const outcome = solve();
    v.set(outcome.x);
    smooth.reference.previous.set(v);
    integrate(q, body.skeleton, q, v, DT);
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

interface Foot {
  readonly segment: number;
  readonly plant: ReturnType<typeof footPlant>;
}

/** How far the feet are from their plan: [m] and [rad]. */
function feetError(who: Person, q: Float64Array, feet: readonly Foot[]): { slide: number; turn: number } {
  const { ws } = who;
  place(who, q);
  let slide = 0;
  let turn = 0;
  const error = new Float64Array(4);
  for (const { segment, plant } of feet) {
    const [x, y, z] = [0, 1, 2].map((k) => ws.segmentOrigin[3 * segment + k] - plant.position.position[k]);
    slide = Math.max(slide, Math.hypot(x, y, z));
    conjugateQuat(error, 0, ws.segmentRotation, 4 * segment);
    multiplyQuat(error, 0, plant.rotation.rotation, 0, error, 0);
    logQuat(error, 0, error, 0);
    turn = Math.max(turn, Math.hypot(error[0], error[1], error[2]));
  }
  return { slide, turn };
}
