/**
 * Where an ankle belongs so that the sole stands where the source's does in proportion: ball on ball while the foot is on its ball, heel on heel
 * while it is on its heel. A longer foot keeps its middle where the other's is, so that both ends stay put while it rolls.
 *
 * Symbols: D world from sole; p, P heel or ball of the source and the target, axes of the sole; s scale; a, A ankles; w weights by height.
 */
import type { Workspace } from '../dynamics/workspace.ts';
import type { LimbTarget } from '../ik/leg-ik.ts';
import { rotate3 } from '../math/quat.ts';
import { RETARGET_PARAMETERS } from './parameters.ts';
import type { FootRest } from './rest.ts';
import { bendToes, writeFoot, writeSole } from './turn.ts';

export interface FootAim {
  readonly target: LimbTarget; // overwritten by aim()
  /** Reads the source's foot. */
  readonly aim: (source: Workspace) => void;
  /** After aim(). */
  readonly bendToes: (q: Float64Array, source: Workspace) => void;
}

export function createFootAim(theirs: FootRest, ours: FootRest, scale: number): FootAim {
  const sole = new Float64Array([0, 0, 0, 1]);
  const memory = new Float64Array(8);
  const turned = new Float64Array(3);
  const ends = [
    { p: Float64Array.from(theirs.heel), P: Float64Array.from(ours.heel), sign: 1 },
    { p: Float64Array.from(theirs.ball), P: Float64Array.from(ours.ball), sign: -1 },
  ];
  // half of what our sole is longer than theirs in proportion
  const half = 0.5 * (ours.ball[2] - ours.heel[2] - scale * (theirs.ball[2] - theirs.heel[2]));
  const ahead = [0, 1]; // x, z along the floor; stays while the foot points straight up or down
  const heights = new Float64Array(2);
  const target = { position: new Float64Array(3), rotation: new Float64Array(4) };
  const axis = Float64Array.of(0, 0, 1);
  return {
    target,
    aim: (source) => {
      writeSole(sole, theirs, source);
      writeFoot(target.rotation, ours, sole);
      rotate3(turned, 0, sole, 0, axis, 0);
      const flat = Math.hypot(turned[0], turned[2]);
      if (flat > 0.2) {
        ahead[0] = turned[0] / flat;
        ahead[1] = turned[2] / flat;
      }
      const ankle = 3 * theirs.foot;
      ends.forEach(({ p }, k) => {
        rotate3(turned, 0, sole, 0, p, 0);
        heights[k] = turned[1];
      });
      const w = 1 / (1 + Math.exp((heights[0] - heights[1]) / RETARGET_PARAMETERS.soleSwitch));
      target.position.fill(0);
      ends.forEach(({ p, P, sign }, k) => {
        const weight = k === 0 ? w : 1 - w;
        rotate3(turned, 0, sole, 0, p, 0);
        for (let c = 0; c < 3; c++)
          target.position[c] += weight * scale * (source.segmentOrigin[ankle + c] + turned[c]);
        // the heel of a longer sole lies farther back, its ball farther ahead
        target.position[0] -= weight * sign * half * ahead[0];
        target.position[2] -= weight * sign * half * ahead[1];
        rotate3(turned, 0, sole, 0, P, 0);
        for (let c = 0; c < 3; c++) target.position[c] -= weight * turned[c];
      });
    },
    bendToes: (q, source) => bendToes(q, theirs, ours, source, sole, memory),
  };
}
