/** Reactions anywhere at any moment as one of the methods: a clip and its pushes in, the answered clip out. */
import { type Clip, createClip, fitTracks } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { BalancerEvent } from '../balancer.ts';
import { checkInput } from '../check-input.ts';
import type { Method, MethodInput, MethodOutcome, MethodResult } from '../method.ts';
import { ReactiveBlender } from './blender.ts';
import { createGaitPlayer, joinPlayers } from './gait-player.ts';
import { REACTIVE_BLEND_DEFAULTS, type ReactiveBlendOptions } from './options.ts';
import { ClipPrimary } from './primary.ts';
import { createReactionPlayer } from './reaction-play.ts';

export interface ReactiveBlendResult extends MethodResult {
  readonly events: readonly BalancerEvent[];
}

const END = 0.2; // [s] in which a clip comes to its end
const SLOW = 0.3; // [m/s]
const LONGEST_TAIL = 6; // [s] of recovery after the clip's end

/** A character that goes on with any clip until it is hit.
 *
 * ```ts
 * const balancer = startReactiveBlend({ body, clip });
 * balancer.push({ impulse: [0, 0, 30], segment: body.roles.chest ?? 0 }); // [N·s] world axes
 * balancer.step(1 / 60); // balancer.q is the pose
 * ```
 */
export const startReactiveBlend = (
  input: MethodInput,
  options: Partial<ReactiveBlendOptions> = {},
): ReactiveBlender => {
  checkInput(input);
  const { body, clip } = input;
  const { library, gaits } = options;
  const player = joinPlayers(library && createReactionPlayer(body, library), gaits && createGaitPlayer(body, gaits));
  return new ReactiveBlender(body, new ClipPrimary(clip), options, player);
};

/** Plays the clip with its pushes; records past its end until the character stands as the clip ends. */
export function reactToPushes(input: MethodInput, options: Partial<ReactiveBlendOptions> = {}): ReactiveBlendResult {
  const blender = startReactiveBlend(input, options);
  const { clip, pushes = [], onProgress } = input;
  const dt = clip.frameTime;
  const nq = coordinateCount(clip.skeleton);
  const waits = pushes.length > 0 && endsStanding(clip);
  const most = waits ? clip.frameCount + Math.round(LONGEST_TAIL / dt) : clip.frameCount;
  const q = new Float64Array(most * nq);
  const events: BalancerEvent[] = [];
  let next = 0;
  let frames = 1;
  q.set(blender.q);
  for (; frames < most; frames++) {
    if (frames % 64 === 1) onProgress?.(frames / most);
    while (next < pushes.length && pushes[next].time <= (frames - 1) * dt + 1e-9) blender.push(pushes[next++]);
    if (frames >= clip.frameCount && next === pushes.length && blender.status === 'balanced') break;
    events.push(...blender.step(dt));
    q.set(blender.q, frames * nq);
  }
  onProgress?.(1);
  const extraTracks = fitTracks(clip, frames);
  return {
    clip: createClip({ ...clip, q: q.slice(0, frames * nq), extraTracks }),
    outcome: outcomeOf(events),
    events,
  };
}

/** A walk that ends in mid-stride is not held there. Captures often repeat their last frame, so a while counts, not a frame. */
function endsStanding({ q, skeleton, frameCount, frameTime }: Clip): boolean {
  const nq = coordinateCount(skeleton);
  const frames = Math.min(frameCount - 1, Math.max(1, Math.round(END / frameTime)));
  const [a, b] = [(frameCount - 1 - frames) * nq, (frameCount - 1) * nq];
  return Math.hypot(q[b] - q[a], q[b + 2] - q[a + 2]) < SLOW * frames * frameTime;
}

function outcomeOf(events: readonly BalancerEvent[]): MethodOutcome {
  const fall = events.find((event) => event.kind === 'fall');
  if (fall) return { status: 'fall', achieved: false, reason: `Beyond recovery: ${fall.reason}.` };
  if (!events.some(({ kind }) => kind === 'impact')) {
    return { status: 'balanced', achieved: true, reason: 'Nobody pushed.' };
  }
  const steps = events.filter(({ kind }) => kind === 'step').length;
  if (steps === 0) return { status: 'absorbed', achieved: true, reason: 'Absorbed without a step.' };
  return { status: 'reacted', achieved: true, reason: `Caught with ${steps} ${steps === 1 ? 'step' : 'steps'}.` };
}

export const reactiveBlendMethod: Method<ReactiveBlendOptions> = {
  id: 'reactive-blend',
  title: 'Reactions',
  summary: 'Answers hits anywhere at any moment: standing, walking or running, by momentum, steps and postures.',
  paper: '[Komura05]',
  defaults: REACTIVE_BLEND_DEFAULTS,
  tolerance: 0, // the clip itself goes on while nobody pushes
  run: (input, options = {}): MethodResult => {
    const { clip, outcome } = reactToPushes(input, options);
    return { clip, outcome };
  },
  start: startReactiveBlend,
};
