/** Does the whole clip stand where the file says the floor is? */
import { OWN_FLOOR } from '../../motion/infer-ground.ts';
import { movedFloor } from '../../motion/moved-floor.ts';
import type { Finding } from '../finding.ts';
import { phaseAt } from '../report.ts';
import { DEPTH_ERROR } from './penetration.ts';
import { centimetres, type Rule, type RuleInput } from './rule.ts';
import { soleBelow } from './sole-below.ts';
import { sunkDepth } from './sunk.ts';

/** Sole between toe joint and floor, over stature: usual, thicker than most shoes of the captures, thicker than any of
 *  them (7.5 cm at 1.75 m). */
const USUAL = 0.014;
const THICK = 0.032;
const THICKEST_SHOE = 0.043;
/** The same below the ankle of rigs without toes: usual, and high enough to doubt. Their ankles sit anywhere. */
const USUAL_ANKLE = 0.045;
const HIGH_ANKLE = 0.075;
/** [m] A file whose floor is farther from its zero has another origin, as of a camera or of hips at zero; that is no mistake. */
const FARTHEST = 0.5;
const STANDS = 0.5; // of the frames in which the body stands on a floor that was put under it: who hangs or lies may have none there

export const groundRule: Rule = {
  id: 'ground',
  title: 'Floor in doubt',
  help: 'All through the clip the feet stand higher above y = 0 than shoes are thick, or below it. Either the soles of this character are thick, or the clip floats or is sunk: set the ground height, or plant the feet.',
  check: ({ body, clip, report }: RuleInput): readonly Finding[] => {
    if (clip.frameCount < 2) return [];
    const moved = movedFloor(clip);
    if (moved !== 0) return [movedFinding({ body, clip, report }, moved)];
    if (report.ground.kind === 'uneven') return [];
    const sunk = sunkDepth(report);
    if (sunk > 0) return [sunkFinding(sunk, clip.frameCount)];
    const hasToes = body.soles.every((sole) => sole.toes !== sole.foot);
    // Rigs place toe joint and ankle as they like: a foot is too high only where both say so.
    const byAnkle =
      Math.min(...body.soles.map((sole) => soleBelow(sole, 'heel') ?? USUAL * body.height)) / body.height - USUAL_ANKLE;
    const byToes =
      Math.min(...body.soles.map((sole) => soleBelow(sole, 'toe') ?? USUAL * body.height)) / body.height - USUAL;
    const over = hasToes ? Math.min(byAnkle, byToes) : byAnkle;
    const surplus = over * body.height;
    if (!(over > (hasToes ? THICK - USUAL : HIGH_ANKLE - USUAL_ANKLE))) return [];
    const floats = hasToes && over > THICKEST_SHOE - USUAL;
    return [
      {
        rule: 'ground',
        severity: floats ? 'error' : 'warning',
        start: 0,
        end: clip.frameCount - 1,
        worst: 0,
        value: surplus,
        limit: (THICKEST_SHOE - USUAL) * body.height,
        unit: 'm',
        message: floats
          ? `The whole clip floats: the feet stand ${centimetres(surplus)} too high above y = 0, all the time.`
          : `All through the clip the feet stand ${centimetres(surplus)} higher than usual above y = 0: thick soles, or the whole clip floats.`,
      },
    ];
  },
};

/** The reader has put the floor under the feet, `height` [m] over the file's zero, so that all else can be judged. */
function movedFinding({ clip, report }: RuleInput, height: number): Finding {
  const value = Math.abs(height);
  let standing = 0;
  for (let frame = 0; frame < clip.frameCount; frame++) standing += STANDING.has(phaseAt(report, frame)) ? 1 : 0;
  const isMistake = clip.provenance !== 'captured' && value <= FARTHEST && report.ground.kind === 'plane';
  const what = height > 0 ? 'floats' : 'is sunk';
  return {
    rule: 'ground',
    severity: isMistake && standing >= STANDS * clip.frameCount ? 'error' : 'warning',
    start: 0,
    end: clip.frameCount - 1,
    worst: 0,
    value,
    limit: OWN_FLOOR,
    unit: 'm',
    message: `The whole clip ${what}: the feet stand ${centimetres(value)} ${height > 0 ? 'above' : 'below'} the file's zero, all the time. The rest was judged on a floor there; if it is right, give it with --ground ${height.toFixed(2)}.`,
  };
}

const STANDING: ReadonlySet<string> = new Set(['left', 'right', 'double']);

const sunkFinding = (depth: number, frameCount: number): Finding => ({
  rule: 'ground',
  severity: depth > DEPTH_ERROR ? 'error' : 'warning',
  start: 0,
  end: frameCount - 1,
  worst: 0,
  value: depth,
  limit: DEPTH_ERROR,
  unit: 'm',
  message: `The whole clip is sunk: the feet stand ${centimetres(depth)} below y = 0, all the time.`,
});
