/** A character on a performed clip, driven as a game would: pose, update, hits at their times. */
import type { Clip } from '../../src/motion/clip.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { decodeSave } from '../../src/runtime/binary.ts';
import type { Hit, ReactionEvent } from '../../src/runtime/events.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import type { ReactionLayerOptions } from '../../src/runtime/options.ts';
import { poseRig } from '../../src/runtime/rig.ts';

export const { body } = createActor();

export const clips: Readonly<Record<'idle' | 'walk' | 'run', Clip>> = {
  idle: perform(motionNamed('idle')),
  walk: perform(motionNamed('walk'), { values: { strides: 10 } }),
  run: perform(motionNamed('run'), { values: { strides: 16 } }),
};

/** What a save holds, to look into. */
export function savedState(layer: ReactionLayer) {
  const save = layer.save();
  return decodeSave(save, coordinateCount(layer.body.skeleton)) as {
    readonly driver?: { readonly id: string; readonly state: unknown };
    readonly stream: { readonly q: readonly number[] };
  };
}

export interface Played {
  readonly layer: ReactionLayer;
  readonly poses: Float64Array[]; // as shown
  readonly events: ReactionEvent[];
}

export interface Script {
  readonly seconds: number;
  readonly dt?: number;
  readonly from?: number; // frame
  readonly hits?: readonly (readonly [time: number, hit: Hit])[];
  readonly onFrame?: (frame: number, layer: ReactionLayer) => void;
}

export function stage(clip: Clip, options: Partial<ReactionLayerOptions> = {}) {
  const pose = new Float64Array(coordinateCount(clip.skeleton));
  const layer = new ReactionLayer(body, poseRig(pose), options);
  return {
    layer,
    pose,
    play({ seconds, dt = 1 / 60, from = 0, hits = [], onFrame }: Script): Played {
      const poses: Float64Array[] = [];
      const events: ReactionEvent[] = [];
      for (let frame = from; frame < seconds / dt; frame++) {
        sample(pose, clip, frame * dt);
        events.push(...layer.update(dt));
        poses.push(pose.slice());
        for (const [time, hit] of hits) if (Math.round(time / dt) === frame) layer.hit(hit);
        onFrame?.(frame, layer);
      }
      return { layer, poses, events };
    },
  };
}
