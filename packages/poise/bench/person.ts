/** The bodies that are measured. */
import type { Body } from '../src/body/body.ts';
import { createBody } from '../src/body/create-body.ts';
import { multiplyQuat } from '../src/math/quat.ts';
import { type Clip, createClip } from '../src/motion/clip.ts';
import { coordinateCount, createSkeleton, quatIndex } from '../src/motion/skeleton.ts';
import { makePerson } from '../test/body/person.ts';

/** 22 joints, 69 degrees of freedom, de Leva's segments. Every segment carries mass, toes and collar bones too: what a rig
 *  leaves without mass costs less. */
export function person69(): Body {
  const { skeleton, roles } = makePerson();
  const body = createBody(skeleton, roles);
  const mass = body.mass.map((m) => m || 0.1);
  const inertiaInSegment = body.inertiaInSegment.map((x, i) => (body.mass[Math.floor(i / 6)] || i % 6 > 2 ? x : 1e-4));
  return { ...body, mass, inertiaInSegment, totalMass: mass.reduce((sum, m) => sum + m, 0) };
}

/** The same motion on a skeleton that lacks some joints: what they turn is turned by the next joint that is kept. */
export function withoutJoints(clip: Clip, dropped: readonly string[]): Clip {
  const { names, parents, offsets, endSites } = clip.skeleton;
  const kept = names.map((_, joint) => joint).filter((joint) => !dropped.includes(names[joint]!));
  /** Joints from the one that is kept below, which is left out, up to this one. */
  const chain = (joint: number): number[] => {
    const found = [joint];
    for (let up = parents[joint]!; up >= 0 && dropped.includes(names[up]!); up = parents[up]!) found.unshift(up);
    return found;
  };
  const skeleton = createSkeleton({
    names: kept.map((joint) => names[joint]!),
    parents: kept.map((joint) => kept.indexOf(parents[chain(joint)[0]!]!)),
    offsets: kept.flatMap((joint) =>
      [0, 1, 2].map((c) => chain(joint).reduce((sum, one) => sum + offsets[3 * one + c]!, 0)),
    ),
    endSites: endSites.map(({ joint, offset }) => ({ joint: kept.indexOf(joint), offset })),
  });
  const [nq, mine] = [coordinateCount(clip.skeleton), coordinateCount(skeleton)];
  const q = new Float64Array(clip.frameCount * mine);
  const turn = new Float64Array(4);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const [from, to] = [frame * nq, frame * mine];
    q.set(clip.q.subarray(from, from + 3), to);
    kept.forEach((joint, k) => {
      turn.set([0, 0, 0, 1]);
      for (const one of chain(joint)) multiplyQuat(turn, 0, turn, 0, clip.q, from + quatIndex(one));
      q.set(turn, to + quatIndex(k));
    });
  }
  return createClip({ skeleton, frameTime: clip.frameTime, q });
}
