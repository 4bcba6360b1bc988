/** Contacts of a physics engine as hits: colliders stand for bones. Rapier's events have this shape; here a ball is made up. */
import { motionNamed, perform, ReactionLayer, sample } from 'poise';
import { bodyOf, coordinateCount } from 'poise/dynamics';
import { type BoneOf, contactHit, poseRig } from 'poise/react';

const idle = perform(motionNamed('idle'));
const pose = new Float64Array(coordinateCount(idle.skeleton));
const layer = new ReactionLayer(bodyOf(idle), poseRig(pose));
const [HEAD, CHEST, BALL] = [11, 12, 40]; // handles of colliders, which follow the bones
const bones = new Map<number, BoneOf>([
  [HEAD, 'head'],
  [CHEST, 'chest'],
]);

/** With Rapier: events.drainContactForceEvents(take) after world.step(events). */
function drainContactForceEvents(frame: number, take: (event: Parameters<typeof contactHit>[0]) => void): void {
  if (frame < 30 || frame > 31) return; // 0.45 kg at 20 m/s, stopped within two steps
  take({ collider1: () => BALL, collider2: () => HEAD, totalForce: () => ({ x: 0, y: 0, z: -270 }) });
}

for (let frame = 0; frame < 240; frame++) {
  sample(pose, idle, (frame / 60) % 6);
  for (const { kind, time } of layer.update(1 / 60)) console.log(`${time.toFixed(2)} s ${kind}`);
  drainContactForceEvents(frame, (event) => {
    const hit = contactHit(event, bones, 1 / 60);
    if (hit) layer.hit(hit);
  });
}
