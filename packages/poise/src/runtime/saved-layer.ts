/** A layer's whole state as data. */
import { UsageError } from '../errors.ts';
import type { Budget } from './budget.ts';
import type { Driver } from './driver.ts';
import type { LayerMethod } from './options.ts';
import type { Placement } from './placement.ts';

/** Plain data: numbers, strings, arrays. */
export interface SavedLayer {
  readonly stream: { readonly time: number; readonly known: number; readonly q: number[]; readonly v: number[] };
  readonly situation: unknown;
  readonly placement: Placement;
  readonly travel: { x: number; z: number };
  readonly driver: { readonly id: Driver['id']; readonly state: unknown } | undefined;
  readonly shown: { readonly q: number[]; readonly v: number[] };
  readonly transition: { readonly at: number; readonly offset: number[]; readonly rate: number[] };
  readonly gait: unknown; // gaits that were recorded, and what is shown now
  readonly budget: Budget;
  readonly updates: number;
  readonly pulls: number;
  readonly weight: number;
  readonly mask: number[];
  readonly method: LayerMethod;
}

const PARTS = ['stream', 'situation', 'placement', 'travel', 'shown', 'transition', 'budget', 'mask'] as const;

/** Refuses what save() has not made, or has made of another body. nq: coordinates of this one. */
export function checkSaved(saved: SavedLayer, nq: number): void {
  const lacks = PARTS.find((part) => typeof saved?.[part] !== 'object' || saved[part] === null);
  if (lacks) throw new UsageError(`restore needs what save() gave: "${lacks}" is missing`);
  const found = saved.stream.q?.length;
  if (found !== nq)
    throw new UsageError(`what was saved has ${found} coordinates, the body ${nq}: it is of another body`);
}
