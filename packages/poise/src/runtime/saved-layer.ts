/** A layer's whole state as data. */
import { UsageError } from '../errors.ts';
import type { Placement } from '../gait/placement.ts';
import { fromPlain, revived, toPlain } from '../methods/reactive-blend/plain-data.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import type { Budget } from './budget.ts';
import type { Display } from './display.ts';
import type { Driver, GaitDriver } from './driver.ts';
import type { Drivers } from './drivers.ts';
import { checkedShare, type Shares } from './mix-pose.ts';
import type { LayerMethod } from './options.ts';
import type { Situation } from './situation.ts';
import type { Whereabouts } from './whereabouts.ts';

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
function checkSaved(saved: SavedLayer, nq: number): void {
  const lacks = PARTS.find((part) => typeof saved?.[part] !== 'object' || saved[part] === null);
  if (lacks) throw new UsageError(`restore needs what save() gave: "${lacks}" is missing`);
  const found = saved.stream.q?.length;
  if (found !== nq)
    throw new UsageError(`what was saved has ${found} coordinates, the body ${nq}: it is of another body`);
}

/** What a layer consists of, its methods apart. */
export interface LayerParts {
  readonly stream: StreamPrimary['state'];
  readonly situation: Situation;
  readonly where: Whereabouts;
  readonly display: Display;
  readonly shares: Shares;
  readonly run: {
    method: LayerMethod;
    updates: number; // so far
    pulls: number; // so far
    budget: Budget;
  };
}

/** `driver`: who answers now. */
export function saveParts(parts: LayerParts, driver: Driver | undefined, gait: GaitDriver | undefined): SavedLayer {
  const { stream, situation, where, display, shares, run } = parts;
  return toPlain({
    stream,
    situation,
    placement: where.placement,
    travel: where.travel,
    driver: driver && { id: driver.id, state: driver.save() },
    shown: { q: display.q, v: display.v },
    transition: display.transition,
    gait: gait?.memory.save(),
    budget: run.budget,
    updates: run.updates,
    pulls: run.pulls,
    weight: shares.weight,
    mask: shares.mask,
    method: run.method,
  }) as SavedLayer;
}

/** Returns who answers now. Whatever is refused is refused before anything is changed. */
export function restoreParts(parts: LayerParts, saved: SavedLayer, drivers: Drivers): Driver | undefined {
  const { stream, situation, where, display, shares, run } = parts;
  checkSaved(saved, display.q.length);
  const { driver } = saved;
  const answering = driver && drivers.named(driver.id);
  const plain = revived({ ...saved, driver: undefined, gait: undefined }) as SavedLayer;
  const weight = checkedShare('weight', plain.weight);
  fromPlain(stream, saved.stream);
  fromPlain(situation, saved.situation);
  [where.placement, where.travel] = [plain.placement, plain.travel];
  display.q.set(plain.shown.q);
  display.v.set(plain.shown.v);
  fromPlain(display.transition, saved.transition);
  if (saved.gait) drivers.gait?.memory.restore(saved.gait);
  const { budget, updates, pulls, method } = plain;
  Object.assign(run, { budget, updates, pulls, method });
  shares.weight = weight;
  shares.mask.set(plain.mask);
  if (driver) answering?.restore(driver.state);
  return answering;
}
