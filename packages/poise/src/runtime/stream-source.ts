/** The stream of poses as a source of reactions, on the floor y = 0. */
import type { Body } from '../body/body.ts';
import type { Source } from '../control/source.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import { adopt } from './adopt.ts';

export interface StreamSource extends Source {
  /** The last two poses that were asked for: a stream does not know its past. Rotations have 32 bits, as the stream's. */
  readonly poses: readonly [Float64Array, Float64Array];
  readonly times: Float64Array; // 2 [s] of these
  readonly stamps: Float64Array; // 2 [s] of the stream when they were asked for
}

interface Carried {
  /** Whether the last pose stays, whatever the stream does. */
  readonly waits: () => boolean;
  /** Which soles stand, and the ground's wrench, of the stream as it is now. */
  readonly contact: (out: Float64Array) => void;
  readonly wrench: (out: Float64Array) => void;
}

export function streamSource(body: Body, stream: StreamPrimary, carried: Carried): StreamSource {
  const unused = new Float64Array(stream.state.v.length);
  const poses = [stream.state.q.slice(), stream.state.q.slice()] as const;
  const times = new Float64Array(2).fill(-Infinity);
  const stamps = times.slice();
  return {
    body,
    floor: 0,
    poses,
    times,
    stamps,
    pose(out, t) {
      const known = times.indexOf(t);
      if (known >= 0) {
        out.set(poses[known]);
        return;
      }
      const older = times[0] > times[1] ? 1 : 0;
      if (carried.waits()) out.set(poses[1 - older]);
      else stream.write(out, unused, t);
      for (let i = 3; i < out.length; i++) out[i] = Math.fround(out[i]);
      times[older] = t;
      stamps[older] = stream.state.time;
      poses[older].set(out);
    },
    contact: (out) => carried.contact(out),
    wrench: (out) => carried.wrench(out),
  };
}

export function restorePast(source: StreamSource, past: unknown): void {
  source.times.fill(-Infinity);
  source.stamps.fill(-Infinity);
  if (past === undefined) return;
  const { poses, times, stamps } = source;
  if (typeof past === 'object' && past !== null && 'stood' in past) {
    adopt({ stood: poses[0] }, past, 'past');
    poses[1].set(poses[0]);
    return;
  }
  const state = { first: poses[0], second: poses[1], times, stamps };
  const saved = past as { readonly poses?: readonly unknown[] };
  adopt(state, { ...saved, first: saved.poses?.[0], second: saved.poses?.[1] }, 'past');
}
