/** One of the crowd: plays its clip along its path, reacts, falls where a reaction ends in one, and gets up again. */
import { type Body, type Hit, ReactionLayer } from 'poise';
import {
  createWorkspace,
  forwardKinematics,
  multiplyQuat,
  quatFromAxisAngle,
  quatIndex,
  type Workspace,
} from 'poise/dynamics';
import { falls } from 'poise/falls';
import { poseRig } from 'poise/react';
import type { LoopClip } from './loop-clip.ts';
import type { Planned } from './plan-crowd.ts';
import { limited, paceAmong, turnAside, turnTo } from './steer.ts';
import type { PersonState } from './types.ts';

export interface Member {
  readonly body: Body;
  readonly layer: ReactionLayer;
  readonly planned: Planned;
  readonly q: Float64Array; // as shown
  readonly ws: Workspace; // of the pose shown: joint origins and rotations
  readonly velocity: Float64Array; // 2 [m/s] of the hips over the floor
  /** Plays on by dt; places: x, z of everybody. */
  readonly animate: (dt: number, places: Float64Array, self: number) => void;
  /** Takes the hits in, after `animate`. Returns whether it fell just now. */
  readonly react: (dt: number) => boolean;
  readonly pose: () => void; // takes q as it was changed after `react`
  readonly hit: (hit: Hit) => void;
  readonly state: () => PersonState;
  readonly heading: () => number; // [rad]
}

const LIES_FOR = 1.5; // [s] before somebody who fell gets up
const EASE = 0.08; // of the way to another pace, per frame

/** @param scale of the body against the one that the clip was performed by */
export function createMember(body: Body, clip: LoopClip, planned: Planned, scale: number): Member {
  const pose = new Float64Array(quatIndex(body.skeleton.names.length));
  const q = pose.slice();
  const ws = createWorkspace(body);
  const layer = new ReactionLayer(body, poseRig(q), { groundVelocity: [0, 0], falls, liesFor: LIES_FOR });
  const [way, wayBefore, turn] = [new Float64Array(2), new Float64Array(2), new Float64Array(4)];
  const velocity = new Float64Array(2);
  // larger people swing slower: time goes with the root of length
  const rate = planned.rate / (clip.duration * Math.sqrt(scale));
  let phase = planned.phase;
  let { x, z, heading } = planned;
  let pace = 1; // of the usual
  let isDown = false; // from lost balance until it stands again
  clip.way(wayBefore, phase);

  /** The clip's pose, where the person is and as they face. */
  const place = (): void => {
    clip.pose(pose, phase);
    pose[0] = x;
    pose[1]! *= scale;
    pose[2] = z;
    quatFromAxisAngle(turn, 0, 0, 1, 0, heading);
    multiplyQuat(pose, 3, turn, 0, pose, 3);
    q.set(pose);
  };
  const advance = (dt: number, places: Float64Array, self: number): void => {
    const here = { x: places[2 * self]!, z: places[2 * self + 1]!, heading: heading + layer.displacement.yaw };
    // a reaction needs the speed that it was begun with
    const wanted = planned.round && layer.active === undefined ? paceAmong(here, places, self) : 1;
    pace += EASE * (wanted - pace);
    phase += pace * rate * dt;
    clip.way(way, phase);
    const [aside, ahead] = [scale * (way[0]! - wayBefore[0]!), scale * (way[1]! - wayBefore[1]!)];
    wayBefore.set(way);
    if (planned.round) {
      heading += ahead * limited(turnTo(planned.round, here) + turnAside(here, places, self));
    }
    const [sine, cosine] = [Math.sin(heading), Math.cos(heading)];
    x += cosine * aside + sine * ahead;
    z += cosine * ahead - sine * aside;
    place();
  };
  const follow = (dt: number): boolean => {
    const [beforeX, beforeZ] = [ws.segmentOrigin[0]!, ws.segmentOrigin[2]!];
    let fell = false;
    for (const { kind } of layer.update(dt)) {
      if (kind === 'fall') fell = true;
      if (kind === 'fall' || kind === 'up') isDown = kind === 'fall';
    }
    forwardKinematics(body, ws, q);
    velocity[0] = (ws.segmentOrigin[0]! - beforeX) / dt;
    velocity[1] = (ws.segmentOrigin[2]! - beforeZ) / dt;
    return fell;
  };

  place();
  forwardKinematics(body, ws, q);

  return {
    body,
    layer,
    planned,
    q,
    ws,
    velocity,
    animate(dt, places, self) {
      if (isDown) place();
      else advance(dt, places, self);
    },
    react: follow,
    pose: () => forwardKinematics(body, ws, q),
    hit(hit) {
      layer.hit(hit);
    },
    state() {
      if (isDown) return 'fell';
      if (layer.active === undefined || layer.status === 'balanced') return 'calm';
      return layer.status === 'stumbling' || layer.status === 'falling' ? 'stumbling' : 'reacting';
    },
    heading: () => heading + layer.displacement.yaw,
  };
}
