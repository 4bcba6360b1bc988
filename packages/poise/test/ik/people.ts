/** The people on whom whole-body IK has to work: one made up by the tests, the mannequin, and a captured one where there is. */
import { readFileSync } from 'node:fs';
import type { Body } from '../../src/body/body.ts';
import { bodyOf } from '../../src/body/create-body.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import type { Role } from '../../src/motion/roles.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { createRequest } from '../../src/performer/pose/request.ts';
import { solvePose } from '../../src/performer/pose/solve-pose.ts';
import { mocapPath } from '../support/mocap.ts';
import { crouching, type Person, person } from './support.ts';

export interface Standing extends Person {
  readonly q: Float64Array; // on two feet, knees a little bent
}

const asPerson = (body: Body): Person => ({
  body,
  ws: createWorkspace(body),
  nv: freedomCount(body.skeleton),
  joint: (role: Role) => body.roles[role] as number,
});

export function madeUp(): Standing {
  const who = person();
  return { ...who, q: crouching(who, 0.5) };
}

/** The performer's body, arms hanging. */
export function mannequin(): Standing {
  const actor = createActor();
  const request = createRequest(actor);
  request.hips[1] -= 0.03;
  const q = new Float64Array(coordinateCount(actor.skeleton));
  solvePose(q, 0, actor, request);
  return { ...asPerson(actor.body), q };
}

/** First frame of a captured walk: feet apart, rotations of all kinds. */
export async function captured(): Promise<Standing> {
  const file = mocapPath('cmu-bvh', '02_01.bvh');
  const [clip] = await readClips(new Uint8Array(readFileSync(file)), file);
  return { ...asPerson(bodyOf(clip)), q: clip.q.slice(0, coordinateCount(clip.skeleton)) };
}
