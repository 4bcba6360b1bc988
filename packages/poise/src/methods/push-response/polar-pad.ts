/** The library as the polar plot of [Yin05] figure 3: dots and regions, for whoever draws it. Plain data. */
import { alignedRadius, offSagittal } from './aligned-radius.ts';
import type { PushResponder } from './responder.ts';
import { STRATEGIES, type Strategy } from './response.ts';

export interface PadDot {
  readonly entry: number; // of the searcher; that of the original for a neutral twin
  readonly name: string;
  readonly kind: 'captured' | 'mirrored' | 'neutral'; // neutral: halfway between a response and its mirror image
  readonly strategy: Strategy;
  readonly radius: number; // [N·s] for this body
  readonly angle: number; // [rad] 0 forward, to the left +
}

export interface PadEnvelope {
  readonly strategy: Strategy;
  readonly angles: Float64Array; // [rad] from 0 all round
  readonly radii: Float64Array; // [N·s] the most that can be answered there
}

export interface PolarPad {
  readonly dots: readonly PadDot[];
  readonly envelopes: readonly PadEnvelope[]; // hip, arm, step
  readonly largest: number; // [N·s]
}

const DIRECTIONS = 144;

/** Dots and envelopes of a responder's library; empty without one.
 *
 * ```ts
 * const { dots, envelopes } = polarPad(responder);
 * ```
 */
export function polarPad({ searcher }: PushResponder, directions = DIRECTIONS): PolarPad {
  if (!searcher) return { dots: [], envelopes: [], largest: 0 };
  const { entries, reach } = searcher;
  const dots = entries.flatMap(({ id, response, mirrored, strategy, radius, angle }): PadDot[] => {
    const dot: PadDot = {
      entry: id,
      name: response.name,
      kind: mirrored ? 'mirrored' : 'captured',
      strategy,
      radius,
      angle,
    };
    const off = offSagittal(angle);
    if (mirrored || strategy === 'step' || Math.abs(off) < 0.05) return [dot];
    const forward = Math.cos(angle) > 0;
    return [dot, { ...dot, kind: 'neutral', radius: radius * Math.cos(off), angle: forward ? 0 : Math.PI }];
  });
  const angles = Float64Array.from({ length: directions }, (_, k) => (2 * Math.PI * k) / directions);
  const envelopes = STRATEGIES.map((strategy) => {
    const own = entries.filter((entry) => entry.strategy === strategy);
    const radii = angles.map((to) =>
      own.reduce((most, { radius, angle }) => Math.max(most, alignedRadius(strategy, radius, angle, to, reach)), 0),
    );
    return { strategy, angles, radii };
  });
  return { dots, envelopes, largest: searcher.directions.largest };
}
