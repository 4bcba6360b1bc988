/**
 * Finds the person in a skeleton: by joint names, checked against the geometry, then by the shape of the tree. What is not
 * a person is refused with a reason.
 */
import { rotate3 } from '../math/quat.ts';
import { add3 } from '../math/vec3.ts';
import type { ImportNote } from './clip.ts';
import { rolesByNames } from './humanoid/by-names.ts';
import { rolesByTopology } from './humanoid/by-topology.ts';
import { implausible, sidesLookSwapped } from './humanoid/plausible.ts';
import { rigName } from './humanoid/rig-name.ts';
import type { RigTree } from './humanoid/rig-tree.ts';
import { samplePoses } from './infer-poses.ts';
import type { RawMotion } from './raw-motion.ts';
import { rolesFromMap } from './role-map.ts';
import type { RoleOutcome } from './roles.ts';
import { restPose, type Skeleton } from './skeleton.ts';
import { worldFramesOf } from './world-frames.ts';

/** Roles of a skeleton, judged in its rest pose.
 *
 * ```ts
 * const outcome = findRoles(skeleton);
 * const foot = outcome.status === 'humanoid' ? outcome.roles.leftFoot : undefined;
 * ```
 */
export function findRoles(skeleton: Skeleton): RoleOutcome {
  return findRolesInTree(rigTreeOf(skeleton)).outcome;
}

/** An outcome, and what is worth knowing about how it was reached. */
export interface FoundRoles {
  readonly outcome: RoleOutcome;
  readonly notes: readonly ImportNote[];
}

/** Roles of any tree, in its own joint numbers. */
export function findRolesInTree(tree: RigTree): FoundRoles {
  const named = rolesByNames(tree);
  if (named.status === 'found') {
    const reason = implausible(tree, named.roles);
    if (reason) return { outcome: { status: 'refused', reason }, notes: [] };
    const texts = [...named.notes];
    if (sidesLookSwapped(tree, named.roles)) {
      texts.push(
        'the joints named left lie on the right of a person who faces where the toes point; the names are believed',
      );
    }
    const notes = texts.map((text): ImportNote => ({ topic: 'roles', text, confidence: 'likely' }));
    return { outcome: { status: 'humanoid', roles: named.roles, by: 'names', rig: rigName(tree.names) }, notes };
  }
  const shaped = rolesByTopology(tree);
  if (shaped.status === 'refused') {
    const reason = `no ${named.part} by name, and by shape: ${shaped.reason}`;
    return { outcome: { status: 'refused', reason }, notes: [] };
  }
  const reason = implausible(tree, shaped.roles);
  if (reason) return { outcome: { status: 'refused', reason }, notes: [] };
  const text = `the joint names say nothing (no ${named.part}); the parts were told by the shape of the tree`;
  return {
    outcome: { status: 'humanoid', roles: shaped.roles, by: 'topology', rig: rigName(tree.names) },
    notes: [{ topic: 'roles', text, confidence: 'likely' }],
  };
}

/** Frames of a motion that are looked at, beside its rest pose. */
const POSES = 12;

/** Roles in a file's own tree, in its node numbers: from the manual map where there is one, else found. `from`: first frame of
 *  the motion. Throws UsageError when the map does not fit. */
export function rolesInRaw(raw: RawMotion, from: number, map?: Readonly<Record<string, string>>): FoundRoles {
  const names = raw.joints.map((joint) => joint.name);
  const parents = raw.joints.map((joint) => joint.parent);
  if (map) {
    const roles = rolesFromMap({ names, parents }, map);
    return { outcome: { status: 'humanoid', roles, by: 'map', rig: rigName(names) }, notes: [] };
  }
  const { rest, frames } = samplePoses(raw, from, POSES);
  const poses = [rest, ...frames];
  return findRolesInTree({
    names,
    parents,
    poses: poses.map((pose) => pose.subarray(0, 3 * names.length)),
    endSites: raw.endSites.map(({ joint }, e) => {
      const i = 3 * (names.length + e);
      return { joint, positions: poses.map((pose) => pose.subarray(i, i + 3)) };
    }),
  });
}

/** A skeleton in its rest pose. */
function rigTreeOf(skeleton: Skeleton): RigTree {
  const { origins, rotations } = worldFramesOf(skeleton, restPose(skeleton));
  return {
    names: skeleton.names,
    parents: skeleton.parents,
    poses: [origins],
    endSites: skeleton.endSites.map(({ joint, offset }) => {
      const point = Float64Array.from(offset);
      rotate3(point, 0, rotations, 4 * joint, point, 0);
      add3(point, 0, point, 0, origins, 3 * joint);
      return { joint, positions: [point] };
    }),
  };
}
