/** The bar of the limbo experiment. */

import type { Body } from '../../src/body/body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { ease } from '../../src/math/ease.ts';
import { transformPoint3 } from '../../src/math/mat3.ts';
import type { FilterOptions } from '../../src/methods/balance-filter/options.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';

/** Height of the ceiling [m]: down to 1.10 m by 1.5 s, up again from 3 s on. */
export const BAR = (t: number): number => 1.1 + 0.6 * (1 - ease((t - 0.2) / 1.3)) + 0.6 * ease((t - 3) / 1.3);

/** The head under the bar; the waist does not bend forward, and gives in more easily than the pelvis tilts. */
export const LIMBO: Partial<FilterOptions> = {
  ceilings: [{ role: 'head', height: BAR }],
  bounds: [{ role: 'spine', angle: 'flexion', most: 0 }],
  stiffness: { hips: 1, waist: 0.4 },
};

/** Height of the crown [m]. */
export function headHeight(body: Body, clip: Clip, frame: number): number {
  const ws = createWorkspace(body);
  const head = body.roles.head ?? 0;
  const crown = Float64Array.from(body.skeleton.endSites.find(({ joint }) => joint === head)?.offset ?? [0, 0, 0]);
  forwardKinematics(body, ws, clip.q, frame * coordinateCount(clip.skeleton));
  transformPoint3(crown, 0, ws.segmentOrigin, 3 * head, ws.worldFromSegment, 9 * head, crown, 0);
  return crown[1];
}
