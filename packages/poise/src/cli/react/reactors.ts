/** The ways in which a character can answer pushes; a further one is one entry. */

import { analyse } from '../../balance/analyse.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { UsageError } from '../../errors.ts';
import type { MethodInput, MethodResult } from '../../methods/method.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { ReactFlags } from '../commands/react.ts';
import { locomotionReactor } from './locomotion.ts';
import { pushResponseReactor } from './push-response.ts';
import { reactiveBlendReactor } from './reactive-blend.ts';

/** What a command prints of one push; `text` is the line for people. */
export interface ReactAnswer {
  readonly text: string;
}

export interface Reactor {
  readonly id: string; // of the method
  /** The character stands, or walks and runs. */
  readonly situation: 'standing' | 'moving';
  /** Why it can do little with the clip; '' where it is made for it. */
  readonly unfit?: (input: MethodInput) => string;
  readonly react: (
    input: MethodInput,
    flags: ReactFlags,
  ) => Promise<MethodResult & { readonly answers: readonly ReactAnswer[]; readonly notes?: readonly string[] }>;
}

export const reactors: readonly Reactor[] = [pushResponseReactor, locomotionReactor, reactiveBlendReactor];

const WALKING = 0.35; // [m/s] of the hips

export interface ChosenReactor {
  readonly reactor: Reactor;
  readonly notes: readonly string[]; // why others were passed over
}

/** The reactor that was asked for by its name or by options of its own, or the one for what the character does when it is pushed
 *  first. */
export function chooseReactor(input: MethodInput, flags: ReactFlags): ChosenReactor {
  const asked = flags.method;
  if (asked !== undefined) {
    const reactor = reactors.find(({ id }) => id === asked);
    if (reactor) return { reactor, notes: [] };
    throw new UsageError(`--method: there is no "${asked}"; there are ${reactors.map(({ id }) => id).join(', ')}`);
  }
  const { body, clip, pushes = [] } = input;
  const moves = hipSpeed(body, clip, pushes[0]?.time ?? 0) > WALKING || walksOnTheSpot(body, clip);
  if (!moves) return { reactor: forSituation('standing')[0]!, notes: [] };
  const [first, second] = forSituation('moving') as [Reactor, Reactor];
  const own = [flags.beta, flags.recovery, flags.seconds].some((option) => option !== undefined);
  const unfit = own ? '' : (first.unfit?.(input) ?? '');
  if (unfit === '') return { reactor: first, notes: [] };
  return { reactor: second, notes: [`answered by ${second.id}: ${unfit}`] };
}

const forSituation = (wanted: Reactor['situation']): readonly Reactor[] =>
  reactors.filter(({ situation }) => situation === wanted);

/** Walks on a belt: the floor moves, the hips do not. */
function walksOnTheSpot(body: Body, clip: Clip): boolean {
  const [x, , z] = analyse(body, clip).ground.beltVelocity;
  return Math.hypot(x, z) > WALKING;
}

/** Horizontal speed [m/s] of the hips about a moment. */
function hipSpeed(body: Body, clip: Clip, time: number): number {
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  const reach = Math.max(1, Math.round(0.1 / clip.frameTime));
  const middle = Math.round(time / clip.frameTime);
  const frames = [middle - reach, middle + reach].map((f) => Math.max(0, Math.min(clip.frameCount - 1, f)));
  const [a, b] = frames.map((frame) => {
    forwardKinematics(body, ws, clip.q, frame * nq);
    return [ws.segmentOrigin[0], ws.segmentOrigin[2]];
  });
  const dt = (frames[1]! - frames[0]!) * clip.frameTime;
  return dt > 0 ? Math.hypot(b![0]! - a![0]!, b![1]! - a![1]!) / dt : 0;
}
