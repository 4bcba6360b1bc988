/**
 * Measures of generated and captured motion as others define them, each named after its source. None of them aims at 0: people who walk
 * slide a little and roll over their feet.
 */

import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import { power } from '../math/power.ts';
import type { Clip } from '../motion/clip.ts';
import { type JointTracks, trackJoints } from './joint-tracks.ts';

export interface Measure {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly source: string; // where the definition stands
  readonly definition: string;
  /** Undefined where the clip gives no samples. `reference`: the motion that was asked for, where a measure needs it. */
  readonly of: (tracks: JointTracks, reference: JointTracks | undefined) => number | undefined;
}

const KIMODO = 'Kimodo (nv-tlabs/kimodo), metrics';
export const KIMODO_HEIGHT = 0.05; // [m] below it a toe counts as standing
const KIMODO_SPEED = 0.2; // [m/s]
const KIMODO_LABEL_HEIGHT = 0.1; // [m] a label is right where the joint is below it …
const KIMODO_LABEL_SPEED = 0.15; // [m/s] … and slower than this
const PHYSDIFF =
  'PhysDiff (Yuan et al. 2023) after UHC; the surface used here are the soles and the joints of the skeleton';
const PHYSDIFF_TOLERANCE = 0.005; // [m]
const WHAM_STILL = 0.01; // [m] per frame
const MANN_HEIGHT = 0.025; // [m]

/** Speed [m/s] of point i of n between frames f and f + 1. */
function speedOf(track: Float64Array, n: number, i: number, f: number, rate: number, flat = false): number {
  const [a, b] = [3 * (f * n + i), 3 * ((f + 1) * n + i)];
  const dy = flat ? 0 : track[b + 1] - track[a + 1];
  return rate * Math.hypot(track[b] - track[a], dy, track[b + 2] - track[a + 2]);
}

const heightOf = (track: Float64Array, n: number, i: number, f: number): number => track[3 * (f * n + i) + 1];

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Calls `visit` for both toes and each pair of frames. */
function overToes({ frames }: JointTracks, visit: (toe: number, frame: number) => void): void {
  for (let f = 0; f + 1 < frames; f++) for (let toe = 0; toe < 2; toe++) visit(toe, f);
}

/** Speeds [m/s] of the joints of feet where the clip's file says that they touch. */
function labelledSpeeds({ feet, frames, rate, labels }: JointTracks): readonly number[] {
  const speeds: number[] = [];
  for (let f = 0; labels && f + 1 < frames; f++) {
    for (let i = 0; i < 4; i++) if (labels[4 * f + i]) speeds.push(speedOf(feet, 4, i, f, rate));
  }
  return speeds;
}

const penetrate = ({ lowest }: JointTracks): number | undefined =>
  mean(Array.from(lowest, (height) => 1000 * Math.max(0, -height - PHYSDIFF_TOLERANCE)));

const float = ({ lowest }: JointTracks): number | undefined =>
  mean(Array.from(lowest, (height) => 1000 * Math.max(0, height - PHYSDIFF_TOLERANCE)));

/** [mm] */
function skate({ soles, solePoints: n, frames }: JointTracks): number | undefined {
  const ways: number[] = [];
  for (let f = 0; f + 1 < frames; f++) {
    for (let i = 0; i < n; i++) {
      if (heightOf(soles, n, i, f) > PHYSDIFF_TOLERANCE || heightOf(soles, n, i, f + 1) > PHYSDIFF_TOLERANCE) continue;
      ways.push(1000 * speedOf(soles, n, i, f, 1, true));
    }
  }
  return mean(ways);
}

export const measures: readonly Measure[] = [
  {
    id: 'kimodo-skate-ratio',
    title: 'foot-skate ratio',
    unit: '',
    source: KIMODO,
    definition: 'share of toe samples below 5 cm in two frames running whose 3D speed exceeds 0.2 m/s',
    of: (tracks) => {
      const { feet, rate } = tracks;
      const skating: number[] = [];
      overToes(tracks, (toe, f) => {
        if (heightOf(feet, 4, toe, f) >= KIMODO_HEIGHT || heightOf(feet, 4, toe, f + 1) >= KIMODO_HEIGHT) return;
        skating.push(speedOf(feet, 4, toe, f, rate) > KIMODO_SPEED ? 1 : 0);
      });
      return mean(skating);
    },
  },
  {
    id: 'kimodo-skate-from-height',
    title: 'foot skate from height',
    unit: 'm/s',
    source: KIMODO,
    definition: 'mean 3D speed of toes while they are below 5 cm',
    of: (tracks) => {
      const speeds: number[] = [];
      overToes(tracks, (toe, f) => {
        if (heightOf(tracks.feet, 4, toe, f) < KIMODO_HEIGHT) speeds.push(speedOf(tracks.feet, 4, toe, f, tracks.rate));
      });
      return mean(speeds);
    },
  },
  {
    id: 'kimodo-skate-from-contacts',
    title: 'foot skate from contacts',
    unit: 'm/s',
    source: KIMODO,
    definition:
      'mean 3D speed of heel and toe joints where the file says that they touch; files without labels give none',
    of: (tracks) => mean(labelledSpeeds(tracks)),
  },
  {
    id: 'kimodo-skate-from-contacts-max',
    title: 'largest foot skate from contacts',
    unit: 'm/s',
    source: KIMODO,
    definition: 'largest 3D speed of heel and toe joints where the file says that they touch',
    of: (tracks) => {
      const speeds = labelledSpeeds(tracks);
      return speeds.length > 0 ? speeds.reduce((most, speed) => Math.max(most, speed)) : undefined;
    },
  },
  {
    id: 'kimodo-contact-consistency',
    title: 'contact consistency',
    unit: '',
    source: KIMODO,
    definition: 'share of labels of heels and toes that say what speed below 0.15 m/s and height below 10 cm say',
    of: ({ feet, frames, rate, labels }) => {
      const right: number[] = [];
      for (let f = 0; labels && f + 1 < frames; f++) {
        for (let i = 0; i < 4; i++) {
          const isLow = heightOf(feet, 4, i, f) < KIMODO_LABEL_HEIGHT;
          const stands = isLow && speedOf(feet, 4, i, f, rate) < KIMODO_LABEL_SPEED;
          right.push(stands === (labels[4 * f + i] === 1) ? 1 : 0);
        }
      }
      return mean(right);
    },
  },
  {
    id: 'physdiff-penetrate',
    title: 'penetration',
    unit: 'mm',
    source: PHYSDIFF,
    definition: 'mean depth of the lowest point below the floor, 5 mm granted',
    of: penetrate,
  },
  {
    id: 'physdiff-float',
    title: 'floating',
    unit: 'mm',
    source: PHYSDIFF,
    definition: 'mean height of the lowest point above the floor, 5 mm granted; flight counts',
    of: float,
  },
  {
    id: 'physdiff-skate',
    title: 'skating',
    unit: 'mm',
    source: PHYSDIFF,
    definition: 'mean horizontal way between two frames of points that are on the floor in both',
    of: skate,
  },
  {
    id: 'physdiff-error',
    title: 'physical error',
    unit: 'mm',
    source: PHYSDIFF,
    definition: 'penetration, floating and skating together (Phys-Err)',
    of: (tracks) => (penetrate(tracks) ?? 0) + (float(tracks) ?? 0) + (skate(tracks) ?? 0),
  },
  {
    id: 'wham-foot-sliding',
    title: 'foot sliding',
    unit: 'mm',
    source: 'WHAM (Shin et al. 2024)',
    definition: 'mean way per frame of feet while those of the reference move less than 1 cm per frame',
    of: (tracks, reference) => {
      if (!reference) return undefined;
      const ways: number[] = [];
      for (let f = 0; f + 1 < Math.min(tracks.frames, reference.frames); f++) {
        for (let i = 0; i < 4; i++) {
          if (speedOf(reference.feet, 4, i, f, 1) < WHAM_STILL) ways.push(1000 * speedOf(tracks.feet, 4, i, f, 1));
        }
      }
      return mean(ways);
    },
  },
  {
    id: 'jitter',
    title: 'jitter',
    unit: 'm/s³',
    source: 'WHAM (Shin et al. 2024), whose tables divide it by 10',
    definition: 'mean size of the third difference of joint positions, times the frame rate cubed',
    of: ({ body, bodyCount: n, frames, rate }) => {
      const sizes: number[] = [];
      for (let f = 0; f + 3 < frames; f++) {
        for (let i = 0; i < n; i++) {
          let square = 0;
          for (let c = 0; c < 3; c++) {
            const at = (k: number): number => body[3 * ((f + k) * n + i) + c];
            square += (at(3) - 3 * at(2) + 3 * at(1) - at(0)) ** 2;
          }
          sizes.push(Math.sqrt(square) * power(rate, 3));
        }
      }
      return mean(sizes);
    },
  },
  {
    id: 'mann-skate',
    title: 'weighted skate',
    unit: 'cm/frame',
    source: 'MANN (Zhang et al. 2018), OMOMO (Li et al. 2023)',
    definition: 'mean of v (2 − 2^(h/H)) over feet: v horizontal way per frame, h height held between 0 and H = 2.5 cm',
    of: (tracks) => {
      const sums: number[] = [];
      overToes(tracks, (toe, f) => {
        const height = Math.min(MANN_HEIGHT, Math.max(0, heightOf(tracks.feet, 4, toe, f)));
        sums.push(100 * speedOf(tracks.feet, 4, toe, f, 1, true) * (2 - power(2, height / MANN_HEIGHT)));
      });
      return mean(sums);
    },
  },
];

export type MeasureValues = Readonly<Record<string, number | undefined>>;

/** All measures of a clip, by id.
 *
 * ```ts
 * const { jitter } = measureMotion(fitBody(clip), clip);
 * ```
 */
export function measureMotion(
  body: Body,
  clip: Clip,
  reference?: { readonly body: Body; readonly clip: Clip },
): MeasureValues {
  if (reference && Math.abs(reference.clip.frameTime - clip.frameTime) > 1e-6) {
    const rates = [clip, reference.clip].map(({ frameTime }) => Number((1 / frameTime).toFixed(3)));
    throw new UsageError(`a reference needs the clip's own ${rates[0]} frames per second, found ${rates[1]}`);
  }
  const tracks = trackJoints(body, clip);
  const asked = reference && trackJoints(reference.body, reference.clip);
  return Object.fromEntries(measures.map(({ id, of }) => [id, of(tracks, asked)]));
}
