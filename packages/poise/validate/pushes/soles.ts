/** Feet on the ground of a scene: the check of a recording there, and how deep soles are in it. */
import { checkMotion, type MotionCheck } from '../../src/balance/motion-check.ts';
import type { Body } from '../../src/body/body.ts';
import { solePointsAt } from '../../src/control/foot-frame.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { lowered, type Scene } from './grounds.ts';

/** The check of a recording on the ground of the scene. On two levels feet are checked on each: no foot that stands on one stands on
 *  the other, and only the lower one tells how deep a foot is. */
export function checkOn(scene: Scene, body: Body, clip: Clip, source: Clip): MotionCheck {
  const { plane, levels } = scene;
  const checks = levels.map((level) =>
    checkMotion(body, clip, {
      source: lowered(source, -level, 0), // its own sliding is forgiven on either level
      ground: { ...plane, height: plane.height + level },
    }),
  );
  const [first, lower] = checks;
  if (!first || !lower) return first!;
  const findings = [
    ...first.findings.filter(({ rule }) => rule !== 'foot-below-ground'),
    ...lower.findings.filter(({ rule }) => rule === 'foot-below-ground' || rule === 'foot-slide'),
  ].sort((a, b) => a.start - b.start);
  return {
    ...first,
    findings,
    passed: findings.every(({ severity }) => severity !== 'error'),
    slide: first.slide.map((value, i) => Math.max(value, lower.slide[i])),
    footDepth: lower.footDepth,
  };
}

/** [m] that the deepest sole point is below the ground in frames first … end − 1. */
export function sunkInto(body: Body, clip: Clip, scene: Scene, first: number, end: number): number {
  let deepest = 0;
  overGround(body, clip, scene, first, end, (clearances) => {
    deepest = Math.max(deepest, -Math.min(...clearances));
  });
  return deepest;
}

/** [m] that the lowest point of a sole is over the ground, in the frame in which it is highest. */
export function hoverOver(body: Body, clip: Clip, scene: Scene): number {
  let highest = 0;
  overGround(body, clip, scene, 0, clip.frameCount, (clearances) => {
    highest = Math.max(highest, ...clearances);
  });
  return highest;
}

/** Tells, per frame, how far the lowest point of each sole is over the ground. */
function overGround(
  body: Body,
  clip: Clip,
  { heightAt }: Scene,
  first: number,
  end: number,
  tell: (clearances: readonly [left: number, right: number]) => void,
): void {
  const nq = coordinateCount(clip.skeleton);
  const ws = createWorkspace(body);
  const [left, right] = body.soles.map(({ points }) => points.length);
  const points = new Float64Array(left! + right!);
  const lowest = (from: number, to: number): number => {
    let least = Number.POSITIVE_INFINITY;
    for (let k = from; k < to; k += 3) {
      least = Math.min(least, points[k + 1] - heightAt(points[k], points[k + 2]));
    }
    return least;
  };
  for (let frame = first; frame < Math.min(end, clip.frameCount); frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    solePointsAt(points, body, ws);
    tell([lowest(0, left!), lowest(left!, points.length)]);
  }
}
