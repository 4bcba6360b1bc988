/** A person on two planted feet whose CoM and angular momentum are prescribed: the problem of docs/ik.md. */
import { buildIk } from '../../src/ik/build-ik.ts';
import { createIkScratch } from '../../src/ik/ik-system.ts';
import { addLimitRow, type Limit } from '../../src/ik/limit-rows.ts';
import type { IkOutcome } from '../../src/ik/outcome.ts';
import { createIk } from '../../src/ik/problem.ts';
import { solveIk } from '../../src/ik/solve-ik.ts';
import type { Task } from '../../src/ik/task.ts';
import { angularMomentum } from '../../src/ik/tasks/angular-momentum.ts';
import { com } from '../../src/ik/tasks/com.ts';
import { type FootPlant, footPlant } from '../../src/ik/tasks/foot-plant.ts';
import { posture } from '../../src/ik/tasks/posture.ts';
import { smoothness } from '../../src/ik/tasks/smoothness.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { DT, type Person, place } from './support.ts';

export interface SceneOptions {
  readonly angularSoftness?: number;
  readonly limits?: readonly Limit[];
  readonly more?: readonly Task[];
}

/** Plans the foot to stay where it is in who.ws. */
export function plantHere({ segment, position, rotation }: FootPlant, { ws }: Person): void {
  position.position.set(ws.segmentOrigin.subarray(3 * segment, 3 * segment + 3));
  rotation.rotation.set(ws.segmentRotation.subarray(4 * segment, 4 * segment + 4));
}

/** A limit that is reached at once: no joint turns faster than `fastest` [rad/s] about any of its axes. */
export function turnsNoFaster(who: Person, fastest: number): Limit {
  const joints = who.body.mass.length;
  return {
    name: 'turns',
    dim: 3 * joints,
    rows(out) {
      for (let joint = 0; joint < joints; joint++) {
        for (let axis = 0; axis < 3; axis++) {
          const row = addLimitRow(out, joint);
          for (let k = 0; k < 3; k++) out.direction[3 * row + k] = k === axis ? 1 : 0;
          out.upper[row] = fastest;
          out.lower[row] = -fastest;
        }
      }
    },
  };
}

export function createScene(who: Person, q0: Float64Array, options: SceneOptions = {}) {
  const { body, ws, nv } = who;
  const q = q0.slice();
  const v = new Float64Array(nv);
  place(who, q);
  const feet = (['leftFoot', 'rightFoot'] as const).map((role) => {
    const plant = footPlant(body, who.joint(role), DT);
    plantHere(plant, who);
    return plant;
  });
  const centre = com(body, { stiffness: 2, softness: 0 });
  const angular = angularMomentum(body, { softness: options.angularSoftness ?? 1e-2 });
  centre.reference.position.set(ws.com);
  const pose = posture(body);
  pose.reference.q.set(q0);
  const smooth = smoothness(pose.weight);
  const problem = createIk(body, {
    tasks: [angular, centre, ...(options.more ?? []), ...feet.flatMap(({ tasks }) => tasks)],
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
    integrate(q, body.skeleton, q, v, DT);
    smooth.reference.previous.set(v);
    return outcome;
  };
  return { q, v, problem, scratch, centre, angular, pose, smooth, solve, step };
}
