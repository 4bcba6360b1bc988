/** Balance of a motion that is made frame by frame: support and zero moment point as they are now. */
import type { Body } from 'poise';
import {
  convexHull,
  createWorkspace,
  difference,
  forwardKinematics,
  forwardVelocity,
  freedomCount,
  GRAVITY,
  signedDistance,
} from 'poise/dynamics';
import { placeSole } from '../scene/soles.ts';

const SMOOTH = 0.03; // [s] of each of two filters over momentum: steps of a simulation are rough
const LATE = 4; // frames by which that comes late; the support is that of then
const EDGE = 0.01; // [m] outside that is not called so
const TOUCH = 0.022; // [m] a point of a sole that is so low may carry
const LEAST_FORCE = 0.15; // of the weight; less, and nobody stands

export interface Measure {
  readonly support: Float64Array; // x, z of the polygon's corners, of the same moment as the zero moment point
  readonly corners: () => number;
  readonly zmp: Float64Array; // x, z [m] on the floor, a moment late; NaN where nobody stands
  readonly isInside: () => boolean; // the zero moment point in the support
  /** The pose after dt [s]. */
  readonly step: (q: Float64Array, dt: number) => void;
  /** The next pose is elsewhere, which is no motion. */
  readonly cut: () => void;
}

/** @param ground [m] height of the floor */
export function createMeasure(body: Body, ground = 0): Measure {
  const ws = createWorkspace(body);
  const v = new Float64Array(freedomCount(body.skeleton));
  const before = new Float64Array(3 + 4 * body.skeleton.names.length);
  const most = body.soles.reduce((sum, sole) => sum + sole.segments.length, 0);
  const [low, support] = [new Float64Array(2 * most), new Float64Array(2 * most + 2)];
  const points = body.soles.map((sole) => new Float64Array(3 * sole.segments.length));
  const zmp = new Float64Array([Number.NaN, Number.NaN]);
  // momentum (linear 3, angular 3) and centre of mass (3), filtered twice, and their rates
  const [once, twice, rate] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)];
  const stood = Array.from({ length: LATE + 1 }, () => ({ hull: new Float64Array(support.length), count: 0 }));
  const nearest = new Float64Array(2);
  let poses = 0; // in a row
  let corners = 0;

  const stand = (): void => {
    let count = 0;
    body.soles.forEach((sole, side) => {
      const at = points[side]!;
      placeSole(at, sole, { origins: ws.segmentOrigin, rotations: ws.segmentRotation });
      for (let i = 0; i < sole.segments.length; i++) {
        if (at[3 * i + 1]! - ground > TOUCH) continue;
        low[2 * count] = at[3 * i]!;
        low[2 * count++ + 1] = at[3 * i + 2]!;
      }
    });
    const kept = stood[poses % stood.length]!;
    kept.count = convexHull(kept.hull, 0, low, count);
    const then = stood[Math.max(0, poses - LATE) % stood.length]!;
    support.set(then.hull);
    corners = then.count;
  };
  const filter = (dt: number): void => {
    const first = poses === 2;
    const share = first ? 1 : 1 - Math.exp(-dt / SMOOTH);
    for (let c = 0; c < 9; c++) {
      const now = c < 3 ? ws.linearMomentum[c]! : c < 6 ? ws.angularMomentum[c - 3]! : ws.com[c - 6]!;
      once[c]! += share * (now - once[c]!);
      const was = twice[c]!;
      twice[c]! += share * (once[c]! - twice[c]!);
      rate[c] = first ? 0 : (twice[c]! - was) / dt;
    }
  };
  /** Where the floor's force has no moment about a horizontal axis: r × F = Ḣ, with r from the CoM down to the floor. */
  const balance = (): void => {
    const weight = body.totalMass * GRAVITY;
    const up = rate[1]! + weight;
    if (corners === 0 || up < LEAST_FORCE * weight) return;
    const high = twice[7]! - ground;
    zmp[0] = twice[6]! + (rate[5]! - high * rate[0]!) / up;
    zmp[1] = twice[8]! - (rate[3]! + high * rate[2]!) / up;
  };

  return {
    support,
    corners: () => corners,
    zmp,
    isInside() {
      return signedDistance(nearest, support, 0, corners, zmp[0]!, zmp[1]!) > -EDGE;
    },
    step(q, dt) {
      if (poses > 0) difference(v, body.skeleton, before, 0, q, 0, dt);
      before.set(q);
      forwardKinematics(body, ws, q);
      stand();
      zmp.fill(Number.NaN);
      if (++poses < 2) return;
      forwardVelocity(body, ws, v);
      filter(dt);
      balance();
    },
    cut: () => {
      poses = 0;
    },
  };
}
