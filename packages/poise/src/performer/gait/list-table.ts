/**
 * Pelvis list (left side up +) over the stride from left contact [deg], at five nondimensional speeds: harmonics of the mean
 * curves of Schwartz, Rozumalski and Trost, "The effect of walking speed on the gait of typically developing children",
 * J. Biomech. 41 (2008), made odd over half a cycle. The captured walks do not show it truly (see docs/performer.md).
 */
import type { Series } from './channel.ts';

const LIST: readonly { readonly speed: number; readonly harmonics: Series['terms'] }[] = [
  {
    speed: 0.172,
    harmonics: [
      [1, 1.92, 0.6],
      [3, -0.54, -0.01],
      [5, -0.07, 0.02],
    ],
  },
  {
    speed: 0.29,
    harmonics: [
      [1, 1.64, 1.36],
      [3, -0.94, 0.16],
      [5, -0.03, -0.05],
    ],
  },
  {
    speed: 0.429,
    harmonics: [
      [1, 1.86, 2.12],
      [3, -1.2, 0.22],
      [5, 0, -0.1],
    ],
  },
  {
    speed: 0.56,
    harmonics: [
      [1, 2.54, 3.25],
      [3, -1.27, 0.05],
      [5, 0.04, -0.12],
    ],
  },
  {
    speed: 0.694,
    harmonics: [
      [1, 2.72, 4.34],
      [3, -1.1, -0.4],
      [5, 0.12, -0.12],
    ],
  },
];

/** The list at a nondimensional speed, interpolated; the ends hold beyond the table. */
export function pelvisList(f: number, gain = 1): Series {
  let after = LIST.findIndex(({ speed }) => speed >= f);
  if (after < 0) after = LIST.length - 1;
  const before = Math.max(0, after - 1);
  const span = LIST[after].speed - LIST[before].speed;
  const u = span > 0 ? Math.min(1, Math.max(0, (f - LIST[before].speed) / span)) : 0;
  return {
    mean: 0,
    terms: LIST[before].harmonics.map(([k, cos, sin], i) => {
      const [, nextCos, nextSin] = LIST[after].harmonics[i];
      return [k, gain * (cos + u * (nextCos - cos)), gain * (sin + u * (nextSin - sin))] as const;
    }),
  };
}
