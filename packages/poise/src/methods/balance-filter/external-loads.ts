/** Known forces on the body (a carried weight, a push): what they give, the ground need not. */
import { type ForceTrack, forceAt } from '../../balance/force-track.ts';
import { type LevelFrame, toLevel } from '../../balance/level.ts';
import { UsageError } from '../../errors.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import { freedomsOfSegments, type Mechanism } from './freedoms.ts';
import type { SiteState } from './site.ts';

export interface ExternalLoads {
  readonly tracks: readonly ForceTrack[];
  readonly offsets: readonly Float64Array[]; // 3 per track, in its segment's frame
  readonly freedoms: readonly Int32Array[]; // per track: unknowns that move its point
  readonly frame: LevelFrame; // forces are in the world's axes, the filter works on the floor's
}

/** undefined without forces. */
export function externalLoads(
  mechanism: Mechanism,
  tracks: readonly ForceTrack[],
  frame: LevelFrame,
): ExternalLoads | undefined {
  if (tracks.length === 0) return undefined;
  const freedomsOf = freedomsOfSegments(mechanism);
  const freedoms = tracks.map(({ name, segment }) => {
    const found = freedomsOf[segment];
    if (!found) throw new UsageError(`force "${name}": the body has no segment ${segment}`);
    return found;
  });
  return { tracks, offsets: tracks.map((track) => Float64Array.from(track.pointInSegment)), freedoms, frame };
}

const force = new Float64Array(3);
const point = new Float64Array(3);

function placeLoad(state: SiteState, loads: ExternalLoads, k: number): void {
  const { ws, time } = state;
  const { segment } = loads.tracks[k];
  forceAt(force, loads.tracks[k], time);
  toLevel(force, loads.frame, 'vectors');
  transformPoint3(point, 0, ws.segmentOrigin, 3 * segment, ws.worldFromSegment, 9 * segment, loads.offsets[k], 0);
}

/** W −= (p × f; f), after the pose and W are written. */
export function subtractLoads(state: SiteState, loads: ExternalLoads): void {
  const { wrench } = state;
  for (let k = 0; k < loads.tracks.length; k++) {
    placeLoad(state, loads, k);
    for (let c = 0; c < 3; c++) {
      const [c1, c2] = [(c + 1) % 3, (c + 2) % 3];
      wrench[c] -= point[c1] * force[c2] - point[c2] * force[c1];
      wrench[3 + c] -= force[c];
    }
  }
}

/** ∂W/∂θⱼ −= (∂p/∂θⱼ × f; 0), after state.motions are written. */
export function subtractLoadSlopes(state: SiteState, loads: ExternalLoads, free: number): void {
  const { motions, derivatives } = state;
  for (let k = 0; k < loads.tracks.length; k++) {
    placeLoad(state, loads, k);
    for (const j of loads.freedoms[k]) {
      const s = 6 * j;
      // velocity of the point: v + ω × p
      const x = motions[s + 3] + motions[s + 1] * point[2] - motions[s + 2] * point[1];
      const y = motions[s + 4] + motions[s + 2] * point[0] - motions[s] * point[2];
      const z = motions[s + 5] + motions[s] * point[1] - motions[s + 1] * point[0];
      derivatives.byPosition[j] -= y * force[2] - z * force[1];
      derivatives.byPosition[free + j] -= z * force[0] - x * force[2];
      derivatives.byPosition[2 * free + j] -= x * force[1] - y * force[0];
    }
  }
}
