/** A small library, performed once, and ways to push and to measure. */
import { analyse } from '../../src/balance/analyse.ts';
import type { BalanceReport } from '../../src/balance/report.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { TimedPush } from '../../src/gait/push.ts';
import { rotateBack3 } from '../../src/math/quat.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { LEVEL_GROUND } from '../../src/methods/push-response/measure.ts';
import type { Response, ResponseLibrary } from '../../src/methods/push-response/response.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle as idleMotion } from '../../src/performer/motions/idle.ts';
import { generateResponses } from '../../src/performer/responses/generate.ts';
import { libraryPlan } from '../../src/performer/responses/library-plan.ts';

export const { body } = createActor();
export const DEGREE = Math.PI / 180;

/** One of each kind, and neighbours where tests look between them. */
const CHOSEN = [
  /^hip-0-1[34]/,
  /^hip-22.5-1[89]/,
  /^hip-90-1[34]/,
  /^hip-180-1[34]/,
  /^arm-0-2[12345]/,
  /^arm-180-17/,
  /^step1-0-3[0-4]/,
  /^step1-45-28/,
  /^step1-90-28/,
  /^step1-180-3[0-4]/,
  /^return-0-28/,
  /^quick2-0-/,
];

let made: ResponseLibrary | undefined;

export function smallLibrary(): ResponseLibrary {
  if (!made) {
    const plan = libraryPlan();
    const requests = CHOSEN.map((pattern) => {
      const request = plan.find(({ name }) => pattern.test(name));
      if (!request) throw new Error(`the plan has no ${pattern}`);
      return request;
    });
    made = { version: 1, name: 'small', body: 'mannequin', responses: generateResponses(requests) };
  }
  return made;
}

export function responseNamed(start: string): Response {
  const found = smallLibrary().responses.find(({ name }) => name.startsWith(start));
  if (!found) throw new Error(`no response ${start}`);
  return found;
}

/** The library with these responses only. */
export const libraryOf = (...responses: Response[]): ResponseLibrary => ({ ...smallLibrary(), responses });

export const idle: Clip = perform(idleMotion);

/** The first frame of a response, as a clip to stand in. */
export const stillOf = ({ clip }: Response): Clip =>
  createClip({ ...clip, q: clip.q.slice(0, coordinateCount(clip.skeleton)) });

/** A push through the CoM of the pose `clip` has at that time: nothing but the impulse. */
export function centralPush(clip: Clip, time: number, radius: number, angle: number): TimedPush {
  const ws = createWorkspace(body);
  const frame = Math.min(clip.frameCount - 1, Math.round(time / clip.frameTime));
  forwardKinematics(body, ws, clip.q, frame * coordinateCount(clip.skeleton));
  const segment = body.roles.spine ?? 0;
  const point = new Float64Array([0, 1, 2].map((c) => ws.com[c] - ws.segmentOrigin[3 * segment + c]));
  rotateBack3(point, 0, ws.segmentRotation, 4 * segment, point, 0);
  return {
    time,
    impulse: [radius * Math.sin(angle), 0, radius * Math.cos(angle)],
    segment,
    pointInSegment: [...point] as unknown as Vec3,
  };
}

export const judged = (clip: Clip): BalanceReport => analyse(body, clip, { ground: LEVEL_GROUND, cutoff: Infinity });

/** Largest horizontal momentum along an angle [N·s]. */
export function peakAlong(report: BalanceReport, angle: number): number {
  let most = 0;
  for (let f = 0; f < report.frameCount; f++) {
    const along = report.linearMomentum[3 * f] * Math.sin(angle) + report.linearMomentum[3 * f + 2] * Math.cos(angle);
    most = Math.max(most, along);
  }
  return most;
}
