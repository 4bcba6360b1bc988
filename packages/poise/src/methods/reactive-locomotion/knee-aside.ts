/** Knees of legs that cross: they point outwards, so that one does not go through the other. */
import type { Workspace } from '../../dynamics/workspace.ts';
import type { Limb, LimbTarget } from '../../ik/leg-ik.ts';
import { smoothstep } from '../../math/ease.ts';
import type { FootTarget } from './reach-feet.ts';

const OUTWARDS = 0.8; // tangent of the turn of a knee whose foot is wholly across
const FROM = 0.02; // [m] between the feet, sideways: from there on knees turn …
const WHOLLY = 0.25; // … and wholly so this far across

/** Writes how far knees turn for feet that are `apart` [m] sideways, left from right; l: to the left, x and z. */
export function turnKnees(feet: readonly [FootTarget, FootTarget], apart: number, l: readonly [number, number]): void {
  const by = OUTWARDS * smoothstep((FROM - apart) / WHOLLY);
  for (let side = 0; side < 2; side++) {
    const { aside } = feet[side]!;
    aside[0] = (side === 0 ? by : -by) * l[0];
    aside[2] = (side === 0 ? by : -by) * l[1];
  }
}

// memory
const turned = { position: new Float64Array(3), rotation: new Float64Array(4), bendTowards: new Float64Array(3) };
const KNEE = 1e-4; // [m] off the line from hip to ankle: straighter legs have no knee to turn

/** The target with the knee turned: from where it points, by `aside`. ws holds the position level of the leg as it was. */
export function turnedAside(
  { segmentOrigin: o }: Workspace,
  { upper, lower, end }: Limb,
  target: LimbTarget,
  aside: Float64Array,
): LimbTarget {
  if (aside[0] === 0 && aside[2] === 0) return target;
  const { bendTowards: knee } = turned;
  let along = 0;
  let length = 0;
  for (let k = 0; k < 3; k++) {
    const leg = o[3 * end + k] - o[3 * upper + k];
    along += leg * (o[3 * lower + k] - o[3 * upper + k]);
    length += leg * leg;
  }
  let bent = 0;
  for (let k = 0; k < 3; k++) {
    const leg = o[3 * end + k] - o[3 * upper + k];
    knee[k] = o[3 * lower + k] - o[3 * upper + k] - (along / length) * leg;
    bent += knee[k] * knee[k];
  }
  bent = Math.sqrt(bent);
  if (!(bent > KNEE)) return target;
  for (let k = 0; k < 3; k++) knee[k] = knee[k] / bent + aside[k];
  turned.position.set(target.position);
  turned.rotation.set(target.rotation);
  return turned;
}
