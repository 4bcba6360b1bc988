/** The pushed character on the page's side: where it stands and faces, and a frame at a time what it does. */
import type { Body, Clip, ResponseLibrary } from 'poise';
import { createWorkspace, forwardKinematics } from 'poise/dynamics';
import { DownAndUp } from 'poise/falls';
import {
  type BalancerEvent,
  type BalancerStatus,
  headingYaw,
  PUSH_RESPONSE_DEFAULTS,
  PushResponder,
  type PushResponseOptions,
} from 'poise/react';
import type { Ground, Stand } from './ground.ts';
import type { FrameLog, PushSettings } from './types.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };

export interface Character {
  readonly responder: PushResponder;
  readonly frames: FrameLog;
  /** Goes on by a frame and writes it to q. */
  readonly step: (q: Float64Array) => readonly BalancerEvent[];
  /** From the next push on. */
  readonly obey: (settings: Pick<PushSettings, 'allowed'>, ground: Ground) => void;
  /** [rad] about the vertical that it faces now, 0 along +z. */
  readonly heading: () => number;
  /** Where it stands now. */
  readonly stand: () => Stand;
  /** Whether it has lost its balance. */
  readonly fell: () => boolean;
  /** [s] that it stands again after a fall; 0 while it does not. */
  readonly upFor: () => number;
}

export const FRAME_TIME = 1 / 60; // [s]
const LIES_FOR = 1; // [s] before it gets up

export function createCharacter(body: Body, idle: Clip, library: ResponseLibrary): Character {
  // The responder reads its options at every push: what is allowed may change while it runs.
  const options: Open<PushResponseOptions> = { ...PUSH_RESPONSE_DEFAULTS, library };
  const responder = new PushResponder(body, idle, options);
  const ws = createWorkspace(body);
  const { log, note } = createLog();
  let fall: DownAndUp | undefined; // once balance is lost
  let upright = 0; // frames that it stands again
  const goDown = (q: Float64Array): readonly BalancerEvent[] => {
    fall?.step(FRAME_TIME);
    if (fall?.state === 'stands') upright++;
    q.set(fall?.q ?? responder.q);
    note(responder);
    return [];
  };
  const heading = (): number => {
    forwardKinematics(body, ws, responder.q);
    return headingYaw(body, ws);
  };
  note(responder);
  return {
    responder,
    frames: log,
    step: (q) => {
      if (fall) return goDown(q);
      const events = responder.step(FRAME_TIME);
      q.set(responder.q);
      note(responder);
      if (responder.status === 'falling') {
        fall = new DownAndUp(body, () => idle.q.slice(0, responder.q.length), { liesFor: LIES_FOR });
        fall.begin(responder.q, responder.v);
      }
      return events;
    },
    obey: ({ allowed }, { polygons }) => {
      options.allowed = allowed;
      options.walkable = polygons;
    },
    heading,
    stand: () => standOf(body, responder.q, heading(), ws),
    fell: () => fall !== undefined,
    upFor: () => upright * FRAME_TIME,
  };
}

/** The box around both soles, seen from the person. */
function standOf(body: Body, q: Float64Array, heading: number, ws: ReturnType<typeof createWorkspace>): Stand {
  forwardKinematics(body, ws, q);
  const feet = body.soles.map(({ foot }) => [ws.segmentOrigin[3 * foot]!, ws.segmentOrigin[3 * foot + 2]!] as const);
  const x = feet.reduce((sum, [at]) => sum + at / feet.length, 0);
  const z = feet.reduce((sum, [, at]) => sum + at / feet.length, 0);
  const [sine, cosine] = [Math.sin(heading), Math.cos(heading)];
  const box = { toes: -9, heels: 9, left: -9, right: 9 };
  for (const { segments, points } of body.soles) {
    segments.forEach((segment, i) => {
      const [px, pz] = pointAt(ws, segment, points, 3 * i);
      const along = sine * (px - x) + cosine * (pz - z);
      const side = cosine * (px - x) - sine * (pz - z);
      box.toes = Math.max(box.toes, along);
      box.heels = Math.min(box.heels, along);
      box.left = Math.max(box.left, side);
      box.right = Math.min(box.right, side);
    });
  }
  return { x, z, heading, ...box };
}

/** World x and z of a point of a segment. */
function pointAt(
  { segmentOrigin, worldFromSegment }: ReturnType<typeof createWorkspace>,
  segment: number,
  p: ArrayLike<number>,
  o: number,
): readonly [number, number] {
  const row = (r: number): number =>
    segmentOrigin[3 * segment + r]! +
    [0, 1, 2].reduce((sum, c) => sum + worldFromSegment[9 * segment + 3 * r + c]! * p[o + c]!, 0);
  return [row(0), row(2)];
}

const STATUSES: readonly BalancerStatus[] = ['balanced', 'recovering', 'stepping', 'stumbling', 'falling'];

/** Room grows by doubling; what is read never changes. */
function createLog(): { readonly log: FrameLog; readonly note: (responder: PushResponder) => void } {
  let room = new Float32Array(3 * 600);
  let frames = 0;
  const inside = (frame: number): number => Math.max(0, Math.min(frames - 1, Math.round(frame)));
  return {
    log: {
      count: () => frames,
      statusAt: (frame) => STATUSES[room[3 * inside(frame)]!] ?? 'balanced',
      carriedAt: (frame) => [room[3 * inside(frame) + 1]!, room[3 * inside(frame) + 2]!],
    },
    note: ({ status, carried }) => {
      if (3 * (frames + 1) > room.length) {
        const larger = new Float32Array(2 * room.length);
        larger.set(room);
        room = larger;
      }
      room[3 * frames] = STATUSES.indexOf(status);
      room[3 * frames + 1] = carried[0];
      room[3 * frames + 2] = carried[1];
      frames++;
    },
  };
}
