/** A thrown ball: it flies to where the body part will be, hits, rebounds, bounces and rolls. */
import type { Vec3 } from 'poise';
import { GRAVITY } from 'poise/dynamics';
import { fallFreely, impulseOf, radiusOf } from '../shared/ball.ts';
import type { Limbs, Met } from './limbs.ts';

const RESTITUTION = 0.2; // against the body [Komura04]
const LIFE = 4; // [s] after the hit
const SKIN = 0.1; // [m] from the bone to the skin

/** Where a ball is from frame to frame; grows while it lives. */
export interface BallTrack {
  readonly start: number; // frame in which it is thrown
  readonly radius: number; // [m]
  readonly places: number[]; // frames×3 [m]
  hit: number | undefined; // frame in which it hits
}

export interface Throw {
  readonly mass: number; // [kg]
  readonly speed: number; // [m/s] over the floor, as the body sees it
  readonly from: readonly [x: number, z: number]; // unit, from the body to where it comes from
}

export interface Impact {
  readonly impulse: Vec3; // [N·s] world, on the body
  readonly met: Met | undefined; // what was in the way of the part that it was aimed at
}

export interface Ball {
  readonly track: BallTrack;
  /** Goes on by a frame. `target` [m]: the body part now; `velocity` [m/s] of it; `limbs`: whatever may be in the way. Returns the hit in
   *  the frame it happens. */
  readonly step: (dt: number, target: Vec3, velocity: Vec3, limbs?: Limbs) => Impact | undefined;
  readonly isOver: () => boolean;
}

/** [N·s] that a ball of this mass and speed gives a body, over the floor. */
export const impulseOn = (bodyMass: number, mass: number, speed: number): number =>
  impulseOf(mass, speed, bodyMass, RESTITUTION);

/** The same with what it gives downwards, since it falls as it flies. */
export const wholeImpulse = (bodyMass: number, mass: number, speed: number): number =>
  impulseOn(bodyMass, mass, Math.hypot(speed, (0.5 * GRAVITY * distanceFor(speed)) / speed));

/** Metres that it is thrown from: near enough to be seen, far enough to be seen coming. */
const distanceFor = (speed: number): number => Math.min(6, Math.max(2.2, 0.5 * speed));

/** @param start frame in which it is thrown; @param bodyMass [kg] */
export function createBall({ mass, speed, from }: Throw, start: number, bodyMass: number): Ball {
  const radius = radiusOf(mass);
  const away = distanceFor(speed);
  const flight = away / speed; // [s]
  const track: BallTrack = { start, radius, places: [], hit: undefined };
  const [place, v] = [new Float64Array(3), new Float64Array(3)];
  let time = 0; // [s] of flight, then since the hit
  let frame = start;

  const fly = (dt: number, target: Vec3, velocity: Vec3, limbs?: Limbs): Impact | undefined => {
    time = Math.min(flight, time + dt);
    const left = away * (1 - time / flight) + radius + SKIN;
    place[0] = target[0] + from[0] * left;
    place[1] = Math.max(radius, target[1] + 0.5 * GRAVITY * time * (flight - time));
    place[2] = target[2] + from[1] * left;
    const met = limbs?.stops(place, radius);
    if (time < flight - 1e-6 && !met) return undefined;
    track.hit = frame;
    if (met) for (let k = 0; k < 3; k++) place[k]! += met.depth * met.normal[k]!;
    // as the body sees it: along its way, and falling
    const seen = [-from[0] * speed, GRAVITY * (0.5 * flight - time), -from[1] * speed];
    time = 0;
    const share = ((1 + RESTITUTION) * bodyMass) / (bodyMass + mass);
    for (let k = 0; k < 3; k++) v[k] = velocity[k]! + seen[k]! * (1 - share);
    return { impulse: seen.map((part) => mass * share * part) as unknown as Vec3, met };
  };
  /** A character that walks into it pushes it along. */
  const giveWay = ({ depth, normal, velocity }: Met): void => {
    let closing = 0;
    for (let k = 0; k < 3; k++) closing -= (v[k]! - velocity[k]!) * normal[k]!;
    for (let k = 0; k < 3; k++) {
      place[k]! += depth * normal[k]!;
      v[k]! += Math.max(0, closing) * normal[k]!;
    }
    place[1] = Math.max(radius, place[1]!);
  };

  return {
    track,
    step: (dt, target, velocity, limbs) => {
      frame++;
      let impact: Impact | undefined;
      if (track.hit === undefined) impact = fly(dt, target, velocity, limbs);
      else {
        time += dt;
        fallFreely(place, v, radius, dt);
        const met = limbs?.pushes(place, radius);
        if (met) giveWay(met);
      }
      track.places.push(place[0]!, place[1]!, place[2]!);
      return impact;
    },
    isOver: () => track.hit !== undefined && time > LIFE,
  };
}

/** Writes where a ball is at a frame, which may lie between two; false: it is not there. */
export function ballAt(out: { x: number; y: number; z: number }, { start, places }: BallTrack, frame: number): boolean {
  const at = frame - start - 1;
  const i = 3 * Math.floor(at);
  if (i < 0 || i + 2 >= places.length) return false;
  const j = Math.min(i + 3, places.length - 3);
  const share = at - Math.floor(at);
  out.x = places[i]! + share * (places[j]! - places[i]!);
  out.y = places[i + 1]! + share * (places[j + 1]! - places[i + 1]!);
  out.z = places[i + 2]! + share * (places[j + 2]! - places[i + 2]!);
  return true;
}
