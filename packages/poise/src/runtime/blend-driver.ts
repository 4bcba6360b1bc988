/** Reactions by momentum and steps, on the stream of poses. */
import type { Body } from '../body/body.ts';
import { ReactiveBlender } from '../methods/reactive-blend/blender.ts';
import type { ReactiveBlendOptions } from '../methods/reactive-blend/options.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import type { ReactionPlayer } from '../methods/reactive-blend/reaction-player.ts';
import type { Driver } from './driver.ts';

export function createBlendDriver(
  body: Body,
  stream: StreamPrimary,
  options: Partial<ReactiveBlendOptions>,
  player: ReactionPlayer | undefined,
): Driver {
  const blender = new ReactiveBlender(body, stream, options, player);
  return {
    id: 'reactive-blend',
    q: blender.q,
    v: blender.v,
    get status() {
      return blender.status;
    },
    get isOver() {
      return blender.state.mode === 'still' && blender.state.pending.length === 0 && !blender.state.pull;
    },
    isHolding: false,
    isReturning: false,
    begin: (time, situation) => blender.resume(time, situation),
    push: (push) => blender.push(push),
    pull: (force, segment, point) => blender.pull(force, segment, point),
    step: (dt) => blender.step(dt),
    placement: () => ({ yaw: 0, x: blender.displacement[0], z: blender.displacement[1] }),
    useDetail: ({ tick, joints }) => blender.useDetail(tick, joints),
    save: () => blender.save(),
    restore: (saved) => blender.restore(saved),
  };
}
