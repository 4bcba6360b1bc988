/** Where something has been and will go, around the playhead only: a clip of eight minutes costs what one of ten seconds does. */
import type { Group } from 'three';
import { createFatLine, type FatLineOptions } from './fat-line.ts';

export interface TrailOptions extends Omit<FatLineOptions, 'capacity'> {
  readonly past: number; // [s]
  readonly future: number; // [s]
}

/** What is followed. */
export interface TrailSource {
  readonly frameTime: number; // [s]
  readonly frameCount: number;
  /** Writes x, y, z [m] of a frame to out and returns its state: 0, 1, 2 choose the colour, −1 breaks the line. */
  readonly pointAt: (out: Float64Array, frame: number) => number;
}

export interface Trail {
  readonly object: Group;
  readonly use: (source: TrailSource | undefined) => void;
  /** The playhead, in frames; it may lie between two. Must not allocate. */
  readonly at: (frame: number) => void;
  readonly setColours: (...colours: readonly number[]) => void;
  readonly dispose: () => void;
}

const CAPACITY = 1024; // points; clips of very many frames per second are thinned
const SLACK = 1.2; // the shader cuts the line off here, so that its last segment fades out

export function createTrail(options: TrailOptions): Trail {
  const { past, future } = options;
  const line = createFatLine({ ...options, capacity: CAPACITY });
  const point = new Float64Array(3);
  let source: TrailSource | undefined;
  let first = -1; // of the frames in the line
  let last = -2;
  let stride = 1; // frames from point to point
  const fill = ({ frameTime, pointAt }: TrailSource): void => {
    let count = 0;
    for (let f = first; f <= last && count < CAPACITY; f += stride) {
      const state = pointAt(point, f);
      const shown = state < 0 ? 0 : 1; // no numbers that are not numbers in the buffer
      line.setPoint(count++, shown && point[0]!, shown && point[1]!, shown && point[2]!, f * frameTime, state);
    }
    line.finish(count);
  };
  return {
    object: line.object,
    use(next) {
      source = next;
      [first, last] = [-1, -2];
      stride = next ? Math.ceil((SLACK * (past + future)) / next.frameTime / (CAPACITY - 4)) : 1;
      line.finish(0);
    },
    at(frame) {
      if (!source) return;
      const { frameTime, frameCount } = source;
      line.setNow(frame * frameTime);
      const back = Math.floor(frame - (SLACK * past) / frameTime);
      const ahead = Math.ceil(frame + (SLACK * future) / frameTime);
      // Points stay on whole multiples of the stride, so that nothing shimmers.
      const from = Math.max(0, Math.floor(back / stride) * stride);
      const to = Math.min(frameCount - 1, ahead);
      if (from === first && to === last) return;
      first = from;
      last = to;
      fill(source);
    },
    setColours: line.setColours,
    dispose: line.dispose,
  };
}
