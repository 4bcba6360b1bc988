// The worker of example 07: owns the layer; poses come in and go out as arrays.
import { parentPort } from 'node:worker_threads';
import { motionNamed, perform, ReactionLayer } from 'poise';
import { bodyOf } from 'poise/dynamics';
import { poseRig } from 'poise/react';

const body = bodyOf(perform(motionNamed('idle')));
/** @type {ReactionLayer | undefined} */
let layer;
let pose = new Float64Array(0);

parentPort?.on('message', ({ q, dt, hit }) => {
  if (!layer) {
    pose = new Float64Array(q.length);
    layer = new ReactionLayer(body, poseRig(pose));
  }
  pose.set(q);
  const events = layer.update(dt);
  if (hit) layer.hit(hit);
  parentPort?.postMessage({ q: pose.slice(), events: events.map(({ kind }) => kind) });
});
