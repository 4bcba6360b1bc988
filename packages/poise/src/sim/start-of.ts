/** Where a simulation that follows a clip begins. */
import type { Body } from '../body/body.ts';
import { lowestSole } from '../body/lowest-sole.ts';
import type { Clip } from '../motion/clip.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';
import { withRaisedToes } from './raised-toes.ts';
import { clipReference, createReferenceState } from './references.ts';

const FASTEST = 15; // [rad/s]

/** The first frame as a start: lifted or lowered until the lowest sole point is on the ground, with the clip's own velocity. */
export function startOf(body: Body, clip: Clip): { readonly pose: Float64Array; readonly velocity: Float64Array } {
  const raised = withRaisedToes(body, clip);
  const pose = raised.q.slice(0, coordinateCount(body.skeleton));
  pose[1] -= lowestSole(body, pose);
  if (clip.frameCount < 2) return { pose, velocity: new Float64Array(freedomCount(body.skeleton)) };
  const state = createReferenceState(body);
  clipReference(raised)(state, 0);
  slowDown(state.v);
  return { pose, velocity: state.v };
}

/** Noise in the first frames of a capture must not throw limbs about: joints begin no faster than people move them. */
function slowDown(v: Float64Array): void {
  for (let o = 3; o < v.length; o += 3) {
    const rate = Math.hypot(v[o], v[o + 1], v[o + 2]);
    for (let k = 0; rate > FASTEST && k < 3; k++) v[o + k] *= FASTEST / rate;
  }
}
