/** Clips that float as a whole: their soles are measured where the feet stand, so they look thick instead of high. */
import { analyse } from '../../balance/analyse.ts';
import { groundRule } from '../../balance/rules/ground.ts';
import type { Body } from '../../body/body.ts';
import type { Clip } from '../../motion/clip.ts';
import { raised } from './settle.ts';

/** The clip lowered by what no shoe explains, and the body fitted anew; both as they are where nothing floats.
 *
 * ```ts
 * const { body, clip } = withoutFloating(found, (lowered) => fitBody(lowered));
 * ```
 */
export function withoutFloating(clip: Clip, fit: (clip: Clip) => Body): { clip: Clip; body: Body; height: number } {
  const body = fit(clip);
  const [finding] = groundRule.check({ body, clip, report: analyse(body, clip) });
  if (finding?.severity !== 'error') return { clip, body, height: 0 };
  const lowered = raised(clip, -finding.value);
  return { clip: lowered, body: fit(lowered), height: -finding.value };
}
