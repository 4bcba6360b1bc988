/** A model alone has no floor: its default pose often has the pelvis at height zero. It is put on its soles. */
import type { Clip } from '../clip.ts';
import { SOLE_BELOW } from '../infer-ground.ts';
import type { RoleMap } from '../roles.ts';
import { coordinateCount } from '../skeleton.ts';
import { worldFramesOf } from '../world-frames.ts';
import { LEG_OVER_STATURE, legLength, osimRoles } from './osim-head.ts';

/** The clip with the lowest sole of its first frame at y = 0; unchanged where the model has no feet. */
export function standOnSoles(clip: Clip): Clip {
  const sole = lowestSole(clip, osimRoles(clip.skeleton));
  if (sole === undefined || !clip.source) return clip;
  const q = clip.q.slice();
  for (let i = 1; i < q.length; i += coordinateCount(clip.skeleton)) q[i] -= sole;
  const text = `a model alone has no floor; the soles of its default pose are at ${sole.toFixed(3)} m, so the ground is put there`;
  const { source } = clip;
  const notes = [...source.notes, { topic: 'ground', confidence: 'likely', text } as const];
  return { ...clip, q, source: { ...source, frame: { ...source.frame, groundHeight: sole }, notes } };
}

/** Height of the lowest sole in the first frame [m], by how far soles lie below the joints of a foot. */
function lowestSole({ skeleton, q }: Clip, roles: RoleMap): number | undefined {
  const { origins } = worldFramesOf(skeleton, q);
  const stature = legLength(skeleton) / LEG_OVER_STATURE;
  const heights = [
    ...[roles.leftFoot, roles.rightFoot].map((joint) => [joint, SOLE_BELOW.ankle] as const),
    ...[roles.leftToes, roles.rightToes].map((joint) => [joint, SOLE_BELOW.ball] as const),
  ].flatMap(([joint, below]) => (joint === undefined ? [] : [origins[3 * joint + 1] - below * stature]));
  return heights.length === 0 ? undefined : Math.min(...heights);
}
