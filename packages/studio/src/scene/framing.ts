/** Whom the camera is pointed at: the first person, newcomers, and the same one again when body and skin arrive. */
import { Box3, MathUtils, Vector3 } from 'three';
import type { CameraPreset } from '../state/types.ts';
import type { Actors } from './actors.ts';
import type { CameraRig } from './camera-rig.ts';
import type { StageView } from './contract.ts';
import type { Follower } from './follow.ts';
import { headingAt } from './heading.ts';
import type { Stage } from './stage.ts';
import { type Subject, subjectOf } from './subject.ts';

const SAME_WAY = 0.35; // [rad] who faces nearly as the one before leaves the camera alone

export interface Framing {
  /** Looks from where a preset looks. */
  readonly turnTo: (preset: CameraPreset, smooth: boolean) => void;
  /** Brings the person into the picture, from where the camera is. */
  readonly frameAll: () => void;
  /** Another person is seen from the side from which the one before was seen, their face if it was the face. */
  readonly frameNewcomer: () => void;
  /** Body and skin come later than the motion, and may be larger than its joints tell: the picture is made to hold them,
   *  unless somebody has taken the camera meanwhile. */
  readonly frameAgain: () => void;
  /** The first person is looked at from the front; an edited clip leaves the camera alone, one elsewhere does not. */
  readonly lookAtNewcomer: () => void;
  /** The camera was put somewhere: from now on it is there that the person is seen from. */
  readonly face: () => void;
  readonly isFramed: () => boolean;
}

/** What is on stage now. */
export interface Scenery {
  readonly stage: Stage;
  readonly rig: CameraRig;
  readonly actors: Actors;
  readonly follower: Follower;
  readonly view: () => StageView;
  readonly frame: () => number;
  /** Takes the pose of this moment where it is not drawn yet. */
  readonly pose: () => void;
}

export function createFraming({ stage, rig, actors, follower, view, frame, pose }: Scenery): Framing {
  const [room, root] = [new Box3(), new Vector3()];
  let heading = 0; // [rad] where the person faced when the camera was pointed at them
  let framed = false; // has the camera been pointed at someone?
  let smoothly = false; // was that by a move that can be seen?

  const subject = (): Subject => {
    pose();
    return subjectOf(actors.pose, view().body?.height ?? 0, actors.extent(room));
  };
  /** Points the camera at the person, and it goes along with them. */
  const aim = (smooth: boolean, turn = 0): void => {
    const { target, span } = subject();
    if (actors.pose.q.length > 0) follower.meet(root.fromArray(actors.pose.q));
    smoothly = smooth;
    rig.frame(target, span, smooth, turn);
  };
  const face = (): void => {
    heading = headingAt(view(), frame(), actors.pose);
  };

  return {
    face,
    isFramed: () => framed,
    turnTo(preset, smooth) {
      const { target, span } = subject();
      face();
      rig.turnTo(preset, heading, target, span, smooth);
    },
    frameAll: () => aim(true),
    frameNewcomer() {
      const before = heading;
      face();
      const turn = MathUtils.euclideanModulo(heading - before + Math.PI, 2 * Math.PI) - Math.PI;
      if (Math.abs(turn) < SAME_WAY) {
        heading = before;
        aim(true);
        return;
      }
      stage.lightFor(heading);
      aim(false, turn);
    },
    frameAgain() {
      if (framed && !rig.isTaken()) aim(smoothly);
    },
    lookAtNewcomer() {
      const { target, span } = subject();
      const elsewhere = target.distanceTo(rig.target) > Math.max(1.5, span);
      const otherSize = rig.span() > 4 * span || rig.span() < span / 8;
      if (framed && !elsewhere && !otherSize) return;
      aim(false);
      if (!framed) {
        face();
        stage.lightFor(heading);
        rig.turnTo('perspective', heading, target, span, false);
      }
      framed = true;
    },
  };
}
