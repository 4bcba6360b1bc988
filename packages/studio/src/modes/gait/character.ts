/** The walking character on the page's side, with its undisturbed twin, whose footprints are the original ones. */
import type { Body, Clip, Push, Vec3 } from 'poise';
import { createWorkspace, forwardKinematics } from 'poise/dynamics';
import {
  type BalancerEvent,
  type BalancerStatus,
  headingYaw,
  Locomotion,
  type LocomotionStyle,
  type StepRecord,
} from 'poise/react';
import type { HandOver } from './fall.ts';
import { createPrints, type Print } from './prints.ts';
import type { GaitStatus, GaitWorld } from './types.ts';

export const FRAME_TIME = 1 / 60; // [s]
const PARTS = 2; // of a frame, each a tick of the gait
const SAME = 1e-9; // coordinates that differ by less are the same but for rounding

/** What came of a frame. */
export interface GaitFrame {
  readonly records: readonly StepRecord[]; // of disturbed steps that landed in it
  readonly prints: readonly Print[];
}

export interface GaitCharacter {
  readonly q: Float64Array; // the pose now, until it falls
  readonly kind: GaitWorld['kind'];
  /** Goes on by a frame, which is the recording's frame `number`. */
  readonly step: (number: number) => GaitFrame;
  readonly push: (push: Push) => void;
  /** The state in which the gait was given up; to be asked in the frame in which the status becomes `fall`. */
  readonly handOver: () => HandOver;
  /** Somebody else moves it from here on: the pose now. */
  readonly lie: (q: Float64Array) => void;
  readonly obey: (options: Pick<LocomotionStyle, 'beta' | 'bracing'>) => void;
  readonly status: () => { readonly status: GaitStatus; readonly reason: string };
  /** Place of a point of a segment now, world [m]; without a point the segment's centre of mass. */
  readonly placeOf: (segment: number, point?: Vec3) => Vec3;
  /** The other way round: a place [m] in the frame of a segment. */
  readonly pointIn: (segment: number, place: Vec3) => Vec3;
  /** n×3 [m]: where the joints are now; overwritten by the next call. */
  readonly joints: () => Float64Array;
  /** [rad] about the vertical of where it faces, 0 along +z. */
  readonly heading: () => number;
}

const STATUS: Readonly<Record<Exclude<BalancerStatus, 'balanced'>, GaitStatus>> = {
  recovering: 'recovering',
  stepping: 'recovering',
  stumbling: 'stumble',
  falling: 'fall',
};

/** Throws where the clip holds no walk and no run. */
export function createGaitCharacter(body: Body, clip: Clip): GaitCharacter {
  const walker = new Locomotion(body, clip);
  const kind = walker.kind === 'walks' ? 'walk' : walker.kind === 'runs' ? 'run' : undefined;
  if (!kind) throw new Error('the clip holds no gait: it neither walks nor runs');
  if (walker.restsBecause !== '') throw new Error(walker.restsBecause);
  const twin = new Locomotion(body, clip);
  const ws = createWorkspace(body);
  const prints = [createPrints(body, true), createPrints(body, false)] as const;
  const before = walker.q.slice();
  let pose = walker.q;
  let late = 0; // [s] that a fall stands still until the frame is over
  let wasHit = false;
  let reason = '';
  const look = (): void => forwardKinematics(body, ws, pose);
  /** A frame in ticks: after the one in which the gait is given up nothing moves. */
  const advance = (): BalancerEvent[] => {
    const events: BalancerEvent[] = [];
    for (let part = 0; part < PARTS; part++) {
      before.set(walker.q);
      events.push(...walker.step(FRAME_TIME / PARTS));
      if (walker.status === 'falling' && walker.q.every((x, i) => Math.abs(x - before[i]!) < SAME))
        late += FRAME_TIME / PARTS;
    }
    return events;
  };

  return {
    q: walker.q,
    kind,
    step: (number) => {
      const known = walker.view().steps.length;
      for (const event of advance()) if (event.kind === 'fall') reason = event.reason;
      const records = walker.view().steps.slice(known);
      twin.step(FRAME_TIME);
      const made = [walker, twin].flatMap(({ q }, i) => prints[i]!.frame(number, q, FRAME_TIME));
      return { records, prints: made };
    },
    push: (push) => {
      wasHit = true;
      walker.push(push);
    },
    handOver: () => ({ q: walker.q.slice(), v: walker.v.slice(), late }),
    lie: (q) => {
      pose = q.slice();
    },
    obey: ({ beta, bracing }) => walker.restyle({ beta, bracing }),
    status: () => {
      if (walker.status !== 'balanced') return { status: STATUS[walker.status], reason };
      return { status: wasHit ? 'recovered' : 'undisturbed', reason };
    },
    placeOf: (segment, point) => {
      look();
      const at = point ?? comOf(body, segment);
      const row = (r: number): number =>
        ws.segmentOrigin[3 * segment + r]! +
        [0, 1, 2].reduce((sum, c) => sum + ws.worldFromSegment[9 * segment + 3 * r + c]! * at[c]!, 0);
      return [row(0), row(1), row(2)];
    },
    pointIn: (segment, place) => {
      look();
      const column = (c: number): number =>
        [0, 1, 2].reduce(
          (sum, r) =>
            sum + ws.worldFromSegment[9 * segment + 3 * r + c]! * (place[r]! - ws.segmentOrigin[3 * segment + r]!),
          0,
        );
      return [column(0), column(1), column(2)];
    },
    joints: () => {
      look();
      return ws.segmentOrigin;
    },
    heading: () => {
      look();
      return headingYaw(body, ws);
    },
  };
}

const comOf = ({ comInSegment }: Body, segment: number): Vec3 => [
  comInSegment[3 * segment]!,
  comInSegment[3 * segment + 1]!,
  comInSegment[3 * segment + 2]!,
];
