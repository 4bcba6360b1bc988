/** Planned push responses in MuJoCo: does the ground's push act where the plan says, by a dynamics engine that is not ours? */
import load from '@mujoco/mujoco';
import { expect, it } from 'vitest';
import { difference } from '../../src/motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { performRequest } from '../../src/performer/responses/generate.ts';
import { libraryPlan } from '../../src/performer/responses/library-plan.ts';
import { neutralStance } from '../../src/performer/responses/neutral.ts';
import { FRAME_TIME, forcePerFrame } from '../../src/performer/responses/push-force.ts';
import { loadBody, setState } from '../support/mujoco-body.ts';

const GRAVITY = 9.81;
const mujoco = await load();

it.each(['step1-45-28', 'step2-0-45', 'arm-135-21'])('%s: ZMP from MuJoCo momenta is the planned one', (name) => {
  const request = libraryPlan().find((one) => one.name === name);
  if (!request) throw new Error(`no ${name}`);
  const actor = createActor();
  const { clip, push, performed } = performRequest(actor, neutralStance(actor), request);
  const mj = loadBody(mujoco, actor.body);
  const nq = coordinateCount(clip.skeleton);
  const [com, spin]: [number[][], number[][]] = [[], []];
  for (let frame = 1; frame < clip.frameCount - 1; frame++) {
    const v = new Float64Array(freedomCount(clip.skeleton));
    difference(v, clip.skeleton, clip.q, (frame - 1) * nq, clip.q, (frame + 1) * nq, 2 * FRAME_TIME);
    setState(mj, { q: clip.q.slice(frame * nq, (frame + 1) * nq), v, a: v });
    mujoco.mj_fwdPosition(mj.model, mj.data);
    mujoco.mj_fwdVelocity(mj.model, mj.data);
    mujoco.mj_subtreeVel(mj.model, mj.data);
    com.push([...mj.data.subtree_com.subarray(3, 6)]);
    spin.push([...mj.data.subtree_angmom.subarray(3, 6)]);
  }
  mj.delete();
  const force = forcePerFrame(push, clip.frameCount);
  const { totalMass: m } = actor.body;
  for (let k = 1; k < com.length - 1; k++) {
    const frame = k + 1;
    const pull = [0, 1, 2].map((i) => (m * (com[k + 1][i] - 2 * com[k][i] + com[k - 1][i])) / FRAME_TIME ** 2);
    const rate = [0, 1, 2].map((i) => (spin[k + 1][i] - spin[k - 1][i]) / (2 * FRAME_TIME));
    const [fx, fy, fz] = [pull[0] - force[2 * frame], pull[1] + m * GRAVITY, pull[2] - force[2 * frame + 1]];
    // About the CoM: (p − c) × f = dH/dt on the ground y = 0.
    const x = com[k][0] + (rate[2] - com[k][1] * fx) / fy;
    const z = com[k][2] - (rate[0] + com[k][1] * fz) / fy;
    expect(Math.hypot(x - performed.zmp[2 * frame], z - performed.zmp[2 * frame + 1])).toBeLessThan(0.003);
  }
});
