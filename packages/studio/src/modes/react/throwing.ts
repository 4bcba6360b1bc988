/** Balls in the air and those that are still to be thrown, in time with the simulation. */
import type { Body, Push, Vec3 } from 'poise';
import { type Ball, type BallTrack, createBall } from './ball.ts';
import type { Figure } from './figure.ts';
import { createLimbs } from './limbs.ts';

export interface Aimed {
  readonly mass: number; // [kg]
  readonly speed: number; // [m/s]
  readonly segment: number;
  readonly pointInSegment?: Vec3 | undefined;
  /** Unit, over the floor, towards where it comes from; asked when it is thrown. */
  readonly from: () => readonly [x: number, z: number];
}

export interface Landed {
  readonly push: Push;
  readonly from: readonly [x: number, z: number];
}

export interface Throwing {
  /** After `wait` [s] of the simulation. */
  readonly plan: (aimed: Aimed, wait: number) => void;
  readonly clear: () => void; // what has not been thrown yet
  /** Goes on by a frame: new tracks and hits. */
  readonly step: (
    frame: number,
    dt: number,
  ) => { readonly thrown: readonly BallTrack[]; readonly hits: readonly Landed[] };
}

interface Flying {
  readonly ball: Ball;
  readonly aimed: Aimed;
  readonly from: readonly [x: number, z: number];
  before: Vec3;
}

const NOTHING = { thrown: [], hits: [] } as const;
const MOST = 24; // at once

export function createThrowing(figure: Figure, body: Body): Throwing {
  const limbs = createLimbs(body);
  let planned: { readonly aimed: Aimed; wait: number }[] = [];
  let flying: Flying[] = [];

  const launch = (aimed: Aimed, frame: number): BallTrack => {
    const from = aimed.from();
    const ball = createBall({ mass: aimed.mass, speed: aimed.speed, from }, frame, body.totalMass);
    flying = [...flying, { ball, aimed, from, before: figure.placeOf(aimed.segment, aimed.pointInSegment) }].slice(
      -MOST,
    );
    return ball.track;
  };
  const fly = (one: Flying, dt: number): Landed | undefined => {
    const { ball, aimed, from, before } = one;
    const { segment, pointInSegment } = aimed;
    const at = figure.placeOf(segment, pointInSegment);
    one.before = at;
    const hit = ball.step(dt, at, at.map((x, k) => (x - before[k]!) / dt) as unknown as Vec3, limbs);
    if (!hit) return undefined;
    const { impulse, met } = hit;
    // a part of the body that was in the way is what is hit
    const other = met && met.segment !== segment;
    const point = other ? figure.pointIn(met.segment, met.point) : pointInSegment;
    const push = { impulse, segment: other ? met.segment : segment, duration: 0.05 };
    return { push: point ? { ...push, pointInSegment: point } : push, from };
  };

  return {
    plan: (aimed, wait) => planned.push({ aimed, wait }),
    clear: () => {
      planned = [];
    },
    step: (frame, dt) => {
      limbs.move(figure.joints(), dt);
      if (planned.length === 0 && flying.length === 0) return NOTHING;
      const thrown: BallTrack[] = [];
      for (const one of planned) one.wait -= dt;
      for (const { aimed } of planned.filter(({ wait }) => wait <= 0)) thrown.push(launch(aimed, frame));
      planned = planned.filter(({ wait }) => wait > 0);
      const hits = flying.map((one) => fly(one, dt)).filter((hit) => hit !== undefined);
      flying = flying.filter(({ ball }) => !ball.isOver());
      return { thrown, hits };
    },
  };
}
