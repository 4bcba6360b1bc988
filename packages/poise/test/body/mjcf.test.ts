import load from '@mujoco/mujoco';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBody } from '../../src/body/create-body.ts';
import { mjcfNames, mjcfOrder, toMjcf } from '../../src/body/mjcf.ts';
import { TABLE_NAMES } from '../../src/body/tables.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { createSkeleton, freedomCount, quatIndex, restPose } from '../../src/motion/skeleton.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { comOf } from './com.ts';
import { makePerson } from './person.ts';

let mujoco: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  mujoco = await load();
});

/** MuJoCo's qpos for our q: joints depth first, quaternions as w x y z. */
function qposOf(q: Float64Array, order: Int32Array): Float64Array {
  const out = q.slice();
  order.forEach((joint, k) => {
    const [x, y, z, w] = q.subarray(quatIndex(joint), quatIndex(joint) + 4);
    out.set([w, x, y, z], quatIndex(k));
  });
  return out;
}

describe('toMjcf', () => {
  it.each(TABLE_NAMES)('compiles and agrees on mass, frames and CoM for %s', (table) => {
    const { skeleton, roles } = makePerson();
    const attachments = [{ to: 'leftShoulder', mass: 3, offset: [0, 0.1, -0.1] as const }];
    const body = createBody(skeleton, roles, { table, attachments });
    const model = mujoco.MjModel.from_xml_string(toMjcf(body));
    const data = new mujoco.MjData(model);
    const rng = createRng(7);
    const q = restPose(skeleton);
    integrate(
      q,
      skeleton,
      q,
      Float64Array.from({ length: freedomCount(skeleton) }, () => normal(rng)),
      1,
    );
    const order = mjcfOrder(skeleton);
    data.qpos.set(qposOf(q, order));
    mujoco.mj_forward(model, data);
    const total = Array.from(model.body_mass as Float64Array).reduce((sum, m) => sum + m, 0);
    expect(Math.abs(total - body.totalMass)).toBeLessThan(1e-9);
    const { origins } = worldFramesOf(skeleton, q);
    const xpos = data.xpos as Float64Array;
    order.forEach((joint, k) => {
      for (let a = 0; a < 3; a++) expect(xpos[3 * (k + 1) + a]).toBeCloseTo(origins[3 * joint + a], 12);
    });
    const com = comOf(body, q);
    const subtreeCom = data.subtree_com as Float64Array;
    for (let k = 0; k < 3; k++) expect(subtreeCom[k]).toBeCloseTo(com[k], 10);
    data.delete();
    model.delete();
  });

  it('stands on its sole balls when only massive joints move', () => {
    const { skeleton, roles } = makePerson();
    const body = createBody(skeleton, roles);
    const model = mujoco.MjModel.from_xml_string(toMjcf(body, { joints: 'massive' }));
    const data = new mujoco.MjData(model);
    // Lowered until the soles touch: ankle height below the hips is 0.05 + legs.
    const sole = body.soles[0];
    const { origins } = worldFramesOf(skeleton, restPose(skeleton));
    data.qpos[1] = -(origins[3 * sole.foot + 1] + sole.points[1]) - 1e-4;
    mujoco.mj_forward(model, data);
    expect(data.ncon).toBe(16);
    expect(model.nv as number).toBeLessThan(freedomCount(skeleton));
    data.delete();
    model.delete();
  });

  it.each(['all', 'massive'] as const)('starts on the floor, not in it: %s joints', (joints) => {
    const { skeleton, roles } = makePerson();
    // The rest pose is bent at the hips, so that it differs from MuJoCo's own zero pose.
    const restRotations = skeleton.restRotations.slice();
    restRotations.set([Math.sin(0.2), 0, 0, Math.cos(0.2)], 4 * roles.leftUpperLeg!);
    const body = createBody(createSkeleton({ ...skeleton, restRotations }), roles);
    const model = mujoco.MjModel.from_xml_string(toMjcf(body, { joints }));
    const data = new mujoco.MjData(model);
    /** Lowest point of the sole balls [m]. */
    const lowest = (): number => {
      mujoco.mj_forward(model, data);
      const heights = Array.from(model.geom_type as Int32Array, (type, geom) =>
        type === mujoco.mjtGeom.mjGEOM_SPHERE.value ? data.geom_xpos[3 * geom + 1] - model.geom_size[3 * geom] : 1,
      );
      return Math.min(...heights);
    };
    expect(Math.abs(lowest())).toBeLessThan(2e-3);
    mujoco.mj_resetDataKeyframe(model, data, 0);
    expect(Math.abs(lowest())).toBeLessThan(2e-3);
    const standing = worldFramesOf(body.skeleton, restPose(body.skeleton)).origins;
    const foot = mjcfOrder(body.skeleton).indexOf(roles.leftFoot!);
    if (joints === 'all') {
      const above = data.xpos[3 * (foot + 1) + 1] - data.xpos[4];
      expect(above).toBeCloseTo(standing[3 * roles.leftFoot! + 1], 9);
    }
    data.delete();
    model.delete();
  });

  it('keeps names apart', () => {
    expect(mjcfNames(['mixamorig:Hips', 'a b', 'a_b', 'a:b', ''])).toEqual([
      'mixamorig_Hips',
      'a_b',
      'a_b_2',
      'a_b_3',
      'joint',
    ]);
  });
});
