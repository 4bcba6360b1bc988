/** Puts a skin on any person: trunk and limbs as one surface, with head, hands and shoes. */
import type { Body } from '../../body/body.ts';
import type { ReadonlyVector, Vec3 } from '../../math/types.ts';
import { type RoleMap, SIDES } from '../../motion/roles.ts';
import type { Skeleton } from '../../motion/skeleton.ts';
import type { SkinnedMesh } from '../../motion/skinned-mesh.ts';
import { type Figure, figureOf } from './figure.ts';
import { footSurface } from './foot.ts';
import { handSurfaces } from './hand.ts';
import { headSurface } from './head.ts';
import { ramp } from './implicit.ts';
import { createMeshParts } from './mesh-parts.ts';
import { shadesOf, suitOf, suitSurface } from './suit.ts';
import { createSuitWeights, give, type Shares, smoothedShares } from './weights.ts';

/** Rounds of averaging of the weights over neighbouring vertices. */
const SMOOTHING = 2;

/** A skin for a person on any humanoid skeleton: bones of any axes, with or without toes, neck and collar bones.
 *
 * ```ts
 * const mesh = meshFor(body, body.roles, body.skeleton);
 * const bytes = await writeClip(clip, 'walk.glb', { fresh: true, mesh });
 * ```
 *
 * @param reference coordinates in which the person stands upright; from the rest pose when absent
 */
export function meshFor(body: Body, roles: RoleMap, skeleton: Skeleton, reference?: ReadonlyVector): SkinnedMesh {
  const figure = figureOf(body, roles, skeleton, reference);
  const parts = createMeshParts();
  const suit = suitOf(figure);
  const skin = suitSurface(figure, suit);
  const sharesAt = createSuitWeights(figure, suit);
  parts.add(
    skin,
    smoothedShares(skin.points.map(sharesAt), skin.triangles, SMOOTHING),
    () => 'body',
    shadesOf(figure, suit, skin),
  );
  addHead(figure, parts.add);
  for (const side of SIDES) {
    const hand = roles[`${side}Hand`] ?? roles[`${side}LowerArm`] ?? 0;
    for (const piece of handSurfaces(figure.sides[side].hand)) {
      parts.add(
        piece,
        piece.points.map(() => whole(hand)),
        () => 'body',
      );
    }
  }
  for (const sole of body.soles) {
    const foot = footSurface(figure, sole);
    const shares = foot.ahead.map((ahead) => {
      const toes = ramp(ahead, foot.ballAhead - 0.08, foot.ballAhead + 0.06);
      const split: Shares = new Map();
      give(split, sole.foot, sole.toes === sole.foot ? 1 : 1 - toes);
      give(split, sole.toes, sole.toes === sole.foot ? 0 : toes);
      return split;
    });
    parts.add(foot, shares, (triangle) => (foot.isSole(triangle) ? 'sole' : 'shoe'));
  }
  return parts.finish(figure.pose);
}

const whole = (joint: number): Shares => new Map([[joint, 1]]);

function addHead(figure: Figure, add: ReturnType<typeof createMeshParts>['add']): void {
  const surface = headSurface(figure);
  const joint = figure.roles.head ?? 0;
  add(
    surface,
    surface.points.map((_: Vec3) => whole(joint)),
    (_, index) => (index < surface.faceTriangles ? 'face' : 'body'),
  );
}
