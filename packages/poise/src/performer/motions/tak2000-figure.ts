/** The figure of [Tak00] as an actor: stands with hanging arms at rest, so that turns are coordinates; no toes, no collar bones. */
import { TAK2000_HIP_HEIGHT, tak2000Body, tak2000Skeleton } from '../../body/tak2000.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { setIdentityQuat } from '../../math/quat.ts';
import { jointCount } from '../../motion/skeleton.ts';
import { type Actor, legsOf } from '../actor.ts';
import type { Preset } from '../motion.ts';

function createTak2000Actor(): Actor {
  const { skeleton, roles } = tak2000Skeleton();
  const body = tak2000Body();
  const zero = new Float64Array(4 * jointCount(skeleton));
  for (let joint = 0; joint < jointCount(skeleton); joint++) setIdentityQuat(zero, 4 * joint);
  const [left, right] = legsOf(skeleton, roles);
  const sole = body.soles[0];
  const along = sole.parts.map((_, k) => sole.points[3 * k + 2]);
  const [heel, tip] = [-Math.min(...along), Math.max(...along)];
  return {
    skeleton,
    roles,
    body,
    ws: createWorkspace(body),
    zero,
    legs: [left, right],
    foot: {
      length: heel + tip,
      ankleHeight: TAK2000_HIP_HEIGHT - left.thigh - left.shank,
      heel,
      toeJoint: 0,
      toeHeight: 0,
      toeLength: tip,
    },
    hipsInRoot: new Float64Array(3),
    hipHeight: TAK2000_HIP_HEIGHT,
    scale: (left.thigh + left.shank) / 0.931,
  };
}

export const TAK2000_FIGURE = { rig: 'figure of Tak, Song and Ko 2000', create: createTak2000Actor };

/** A motion as it is, on that figure. */
export const ON_TAK2000: Preset = {
  id: 'tak2000',
  text: 'on the figure of [Tak00]',
  values: {},
  figure: TAK2000_FIGURE,
};
