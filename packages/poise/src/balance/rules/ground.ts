/** Does the whole clip stand where the file says the floor is? */
import type { Sole } from '../../body/body.ts';
import type { Finding } from '../finding.ts';
import { centimetres, type Rule, type RuleInput } from './rule.ts';

/** Sole between toe joint and floor, over stature, thicker than in any shoe of the captures (3.5 cm at 1.75 m). */
const THICK = 0.032;
const USUAL = 0.014;

export const groundRule: Rule = {
  id: 'ground',
  title: 'Floor in doubt',
  help: 'All through the clip the feet stand higher above y = 0 than shoes are thick. Either the soles of this character are thick, or the clip floats: set the ground height.',
  check: ({ body, clip }: RuleInput): readonly Finding[] => {
    const thickness = Math.min(...body.soles.map((sole) => soleThickness(sole)));
    if (!(thickness > THICK * body.height) || clip.frameCount < 2) return [];
    const surplus = thickness - USUAL * body.height;
    return [
      {
        rule: 'ground',
        severity: 'warning',
        start: 0,
        end: clip.frameCount - 1,
        worst: 0,
        value: surplus,
        limit: (THICK - USUAL) * body.height,
        unit: 'm',
        message: `All through the clip the feet stand ${centimetres(surplus)} higher than usual above y = 0: thick soles, or the whole clip floats.`,
      },
    ];
  },
};

/** Distance [m] from the toe joint to the plane of the sole; 0 for rigs without toes. */
function soleThickness(sole: Sole): number {
  if (sole.toes === sole.foot) return 0;
  // Toe points lie on the sole, in the frame of the toe joint: the plane's distance from the joint.
  const on = sole.parts.flatMap((part, k) => (part === 'toe' ? [3 * k] : []));
  if (on.length < 3) return 0;
  const [a, b, c] = on.map((i) => [sole.points[i], sole.points[i + 1], sole.points[i + 2]]);
  const u = b.map((x, k) => x - a[k]);
  const v = c.map((x, k) => x - a[k]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const size = Math.hypot(...n);
  return size > 0 ? Math.abs(a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / size : 0;
}
