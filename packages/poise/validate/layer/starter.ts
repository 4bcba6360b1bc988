/** A reaction layer on a clip, as a game runs it, in the shape of a running method: what is shown is what is measured. */
import { analyse } from '../../src/balance/analyse.ts';
import type { Ground } from '../../src/control/ground.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { TimedPush } from '../../src/gait/push.ts';
import { transformPoint3 } from '../../src/math/mat3.ts';
import type { Balancer, BalancerEvent } from '../../src/methods/balancer.ts';
import type { ResponseLibrary } from '../../src/methods/push-response/response.ts';
import { durationOf } from '../../src/motion/clip.ts';
import { difference } from '../../src/motion/coordinates.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import type { ReactionLayerOptions } from '../../src/runtime/options.ts';
import { reactionLibrary } from '../../src/runtime/reaction-library.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import type { Starter } from '../pushes/starter.ts';

/** The game puts the model where the ground is; the layer is told of the ground and gets pose after pose. */
export function layerStarter(responses: ResponseLibrary, options: Partial<ReactionLayerOptions> = {}): Starter {
  const library = reactionLibrary(responses);
  return ({ body, clip }, ground) => {
    const nq = coordinateCount(clip.skeleton);
    const floor = analyse(body, clip).ground.height;
    const pose = new Float64Array(nq);
    const layer = new ReactionLayer(body, poseRig(pose), { library, ...options, ...(ground && { ground }) });
    const q = new Float64Array(nq);
    const v = new Float64Array(freedomCount(clip.skeleton));
    const before = q.slice();
    const ws = createWorkspace(body);
    const at = new Float64Array(3);
    let time = 0;
    const show = (dt: number): readonly BalancerEvent[] => {
      // to and fro, so that clips without a seam go on
      const round = 2 * durationOf(clip) || 1;
      const place = time % round;
      sample(pose, clip, place > round / 2 ? round - place : place);
      pose[1] += modelHeight(ground, pose, floor);
      const events = layer.update(dt) as readonly BalancerEvent[];
      before.set(q);
      q.set(pose);
      if (dt > 0) difference(v, clip.skeleton, before, 0, q, 0, dt);
      return events;
    };
    show(0);
    const balancer: Balancer = {
      q,
      v,
      get time() {
        return time;
      },
      get status() {
        return layer.status;
      },
      push: ({ impulse, segment, pointInSegment, duration }: TimedPush) => {
        forwardKinematics(body, ws, pose);
        if (pointInSegment)
          transformPoint3(
            at,
            0,
            ws.segmentOrigin,
            3 * segment,
            ws.worldFromSegment,
            9 * segment,
            Float64Array.from(pointInSegment),
            0,
          );
        layer.hit({
          impulse,
          bone: segment,
          ...(pointInSegment && { point: at }),
          ...(duration !== undefined && { duration }),
        });
      },
      step: (dt) => {
        time += dt;
        return show(dt);
      },
      save: () => layer.save(),
      restore: (saved) => layer.restore(saved as Uint8Array),
    };
    return balancer;
  };
}

const modelHeight = (ground: Ground | undefined, pose: Float64Array, floor: number): number =>
  ground ? ground(pose[0], pose[2]).height - floor : 0;
