/** Puts a skin on any person: trunk and limbs as one surface, with head, hands and shoes. */
import type { Body } from '../../body/body.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { type RoleMap, SIDES } from '../../motion/roles.ts';
import type { Skeleton } from '../../motion/skeleton.ts';
import type { SkinnedMesh } from '../../motion/skinned-mesh.ts';
import { type Figure, figureOf } from './figure.ts';
import { footSurface } from './foot.ts';
import { handSurfaces } from './hand.ts';
import { headSurface } from './head.ts';
import { ramp } from './implicit.ts';
import { createMeshParts, type MeshParts } from './mesh-parts.ts';
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
  addSuit(figure, parts);
  addHead(figure, parts);
  addHands(figure, parts);
  addFeet(figure, parts);
  return parts.finish(figure.pose);
}

function addSuit(figure: Figure, parts: MeshParts): void {
  const suit = suitOf(figure);
  const skin = suitSurface(figure, suit);
  const shares = skin.points.map(createSuitWeights(figure, suit));
  parts.add(skin, smoothedShares(shares, skin.triangles, SMOOTHING), () => 'body', shadesOf(figure, suit, skin));
}

function addHead(figure: Figure, parts: MeshParts): void {
  const surface = headSurface(figure);
  const shares = surface.points.map(() => wholly(figure.roles.head ?? 0));
  parts.add(surface, shares, (_, index) => (index < surface.faceTriangles ? 'face' : 'body'));
}

function addHands({ roles, sides }: Figure, parts: MeshParts): void {
  for (const side of SIDES) {
    const hand = roles[`${side}Hand`] ?? roles[`${side}LowerArm`] ?? 0;
    for (const piece of handSurfaces(sides[side].hand)) {
      const shares = piece.points.map(() => wholly(hand));
      parts.add(piece, shares, () => 'body');
    }
  }
}

/** Heel and ball belong to the foot and the toe's outline to the toes, as in the body's soles. */
function addFeet(figure: Figure, parts: MeshParts): void {
  for (const sole of figure.body.soles) {
    const foot = footSurface(figure, sole);
    const shares = foot.ahead.map((ahead) => {
      const toes = ramp(ahead, foot.ballAhead, foot.toesAhead);
      const split: Shares = new Map();
      give(split, sole.foot, 1 - toes);
      give(split, sole.toes, toes);
      return split;
    });
    parts.add(foot, shares, (triangle) => (foot.isSole(triangle) ? 'sole' : 'shoe'));
  }
}

const wholly = (joint: number): Shares => new Map([[joint, 1]]);
