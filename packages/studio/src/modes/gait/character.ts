/** The walking character on the page's side, with its undisturbed twin, whose footprints are the original ones. */
import {
  type Body,
  type Clip,
  createWalker,
  createWorkspace,
  forwardKinematics,
  type PlannerOptions,
  type Push,
  pushWalker,
  type StepRecord,
  tickWalker,
  type Vec3,
  WALKER_TICK,
} from 'poise';
import { createPrints, type Print } from './prints.ts';
import type { GaitStatus, GaitWorld } from './types.ts';

export const FRAME_TIME = 1 / 60; // [s]
const TICKS = Math.round(FRAME_TIME / WALKER_TICK);

export interface GaitCharacter {
  readonly q: Float64Array; // the pose now
  readonly kind: GaitWorld['kind'];
  readonly step: () => void; // by a frame
  readonly push: (push: Push) => void;
  readonly obey: (options: Pick<PlannerOptions, 'beta' | 'recovery'>) => void;
  readonly status: () => { readonly status: GaitStatus; readonly reason: string };
  /** Records of disturbed steps since they were last asked for. */
  readonly newRecords: () => readonly StepRecord[];
  /** Footprints since they were last asked for; the originals stay where nobody was hit. */
  readonly newPrints: (frame: number) => readonly Print[];
  /** Place of a point of a segment now, world [m]; without a point the segment's centre of mass. */
  readonly placeOf: (segment: number, point?: Vec3) => Vec3;
  /** [rad] about the vertical of where it faces, 0 along +z. */
  readonly heading: () => number;
}

/** Throws where the clip holds no walk and no run. */
export function createGaitCharacter(body: Body, clip: Clip): GaitCharacter {
  const walker = createWalker(body, clip);
  const twin = createWalker(body, clip);
  const ws = createWorkspace(body);
  const prints = [createPrints(body, true), createPrints(body, false)] as const;
  let seen: readonly StepRecord[] = [];
  const look = (): void => forwardKinematics(body, ws, walker.follower.q);

  return {
    q: walker.follower.q,
    kind: walker.gait.steps[0]?.measures.gait ?? 'walk',
    step: () => {
      for (let k = 0; k < TICKS; k++) {
        tickWalker(walker);
        tickWalker(twin);
      }
    },
    push: (push) => pushWalker(walker, push),
    obey: (options) => {
      const { plan } = walker.state;
      walker.state = { ...walker.state, plan: { ...plan, options: { ...plan.options, ...options } } };
    },
    status: () => walker.state.plan,
    newRecords: () => {
      const { records } = walker.state.plan;
      const goesOn = records.length >= seen.length && seen.every((record, i) => record === records[i]);
      const fresh = goesOn ? records.slice(seen.length) : records;
      seen = records;
      return fresh;
    },
    newPrints: (frame) => [walker, twin].flatMap((one, i) => prints[i]!.frame(frame, one.follower.q, FRAME_TIME)),
    placeOf: (segment, point) => {
      look();
      const at = point ?? comOf(body, segment);
      const row = (r: number): number =>
        ws.segmentOrigin[3 * segment + r]! +
        [0, 1, 2].reduce((sum, c) => sum + ws.worldFromSegment[9 * segment + 3 * r + c]! * at[c]!, 0);
      return [row(0), row(1), row(2)];
    },
    heading: () => {
      look();
      const roles = clip.roles.status === 'humanoid' ? clip.roles.roles : {};
      const [left, right] = [roles.leftUpperLeg ?? 0, roles.rightUpperLeg ?? 0];
      const x = ws.segmentOrigin[3 * left]! - ws.segmentOrigin[3 * right]!;
      const z = ws.segmentOrigin[3 * left + 2]! - ws.segmentOrigin[3 * right + 2]!;
      return Math.atan2(-z, x);
    },
  };
}

const comOf = ({ comInSegment }: Body, segment: number): Vec3 => [
  comInSegment[3 * segment]!,
  comInSegment[3 * segment + 1]!,
  comInSegment[3 * segment + 2]!,
];
