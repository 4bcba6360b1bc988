/** Momentum of a response by itself: what [Yin05] figure 2 draws. Runs in the mode's worker. */
import { fitBody } from 'poise';
import {
  coordinateCount,
  createWorkspace,
  difference,
  forwardKinematics,
  forwardVelocity,
  freedomCount,
} from 'poise/dynamics';
import type { Response } from 'poise/react';
import type { Curves } from './api.ts';

export function curvesOf(response: Response): Curves {
  const { clip, recoverable, contacts, onset, mass } = response;
  const body = fitBody(clip, { mass });
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  const v = new Float64Array(freedomCount(clip.skeleton));
  const [forward, left, pitch, roll] = [0, 1, 2, 3].map(() => new Float64Array(clip.frameCount)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const before = Math.max(0, frame - 1);
    const after = Math.min(clip.frameCount - 1, frame + 1);
    if (after > before) {
      difference(v, clip.skeleton, clip.q, before * nq, clip.q, after * nq, (after - before) * clip.frameTime);
    }
    forwardKinematics(body, ws, clip.q.subarray(frame * nq, (frame + 1) * nq));
    forwardVelocity(body, ws, v);
    forward[frame] = ws.linearMomentum[2]!;
    left[frame] = ws.linearMomentum[0]!;
    pitch[frame] = ws.angularMomentum[0]!;
    roll[frame] = ws.angularMomentum[2]!;
  }
  return {
    frameTime: clip.frameTime,
    forward,
    left,
    pitch,
    roll,
    recoverable: recoverable.slice(),
    contacts: [contacts[0].slice(), contacts[1].slice()],
    start: onset,
  };
}
