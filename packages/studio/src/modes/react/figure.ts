/** Where the body is now: places of its parts, the way it faces, and what it stands on. */
import type { Body, Vec3 } from 'poise';
import { createWorkspace, forwardKinematics } from 'poise/dynamics';
import { headingYaw } from 'poise/react';
import type { Stand } from './ground.ts';

export interface Figure {
  /** Takes in a pose (nq). */
  readonly see: (q: Float64Array) => void;
  /** World place [m] of a point of a segment; without a point the segment's centre of mass. */
  readonly placeOf: (segment: number, point?: Vec3) => Vec3;
  /** The other way round: a place [m] in the frame of a segment. */
  readonly pointIn: (segment: number, place: Vec3) => Vec3;
  /** n×3 [m]: where the joints are; overwritten when another pose is seen. */
  readonly joints: () => Float64Array;
  /** [rad] about the vertical of where it faces, 0 along +z. */
  readonly heading: () => number;
  /** The box around both soles, seen from the person. */
  readonly stand: () => Stand;
}

export function createFigure(body: Body): Figure {
  const ws = createWorkspace(body);
  const { segmentOrigin, worldFromSegment } = ws;
  const place = (segment: number, p: ArrayLike<number>, o: number, r: number): number =>
    segmentOrigin[3 * segment + r]! +
    worldFromSegment[9 * segment + 3 * r]! * p[o]! +
    worldFromSegment[9 * segment + 3 * r + 1]! * p[o + 1]! +
    worldFromSegment[9 * segment + 3 * r + 2]! * p[o + 2]!;
  const heading = (): number => headingYaw(body, ws);
  return {
    see: (q) => forwardKinematics(body, ws, q),
    placeOf: (segment, point) => {
      const [p, o] = point ? [point, 0] : [body.comInSegment, 3 * segment];
      return [place(segment, p, o, 0), place(segment, p, o, 1), place(segment, p, o, 2)];
    },
    pointIn: (segment, at) => {
      const column = (c: number): number =>
        [0, 1, 2].reduce(
          (sum, r) => sum + worldFromSegment[9 * segment + 3 * r + c]! * (at[r]! - segmentOrigin[3 * segment + r]!),
          0,
        );
      return [column(0), column(1), column(2)];
    },
    joints: () => segmentOrigin,
    heading,
    stand: () => {
      const feet = body.soles.map(({ foot }) => [segmentOrigin[3 * foot]!, segmentOrigin[3 * foot + 2]!] as const);
      const x = feet.reduce((sum, [at]) => sum + at / feet.length, 0);
      const z = feet.reduce((sum, [, at]) => sum + at / feet.length, 0);
      const yaw = heading();
      const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
      const box = { toes: -9, heels: 9, left: -9, right: 9 };
      for (const { segments, points } of body.soles) {
        segments.forEach((segment, i) => {
          const [px, pz] = [place(segment, points, 3 * i, 0), place(segment, points, 3 * i, 2)];
          const along = sine * (px - x) + cosine * (pz - z);
          const side = cosine * (px - x) - sine * (pz - z);
          box.toes = Math.max(box.toes, along);
          box.heels = Math.min(box.heels, along);
          box.left = Math.max(box.left, side);
          box.right = Math.min(box.right, side);
        });
      }
      return { x, z, heading: yaw, ...box };
    },
  };
}
