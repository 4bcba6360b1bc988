/** Recordings of people on force plates: motion and forces on one clock. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Clip } from '../src/motion/clip.ts';
import { onClock } from '../src/motion/force-plates.ts';
import { readC3d } from '../src/motion/formats/c3d.ts';
import { readForces } from '../src/motion/formats/mot-forces.ts';
import { readTable } from '../src/motion/formats/mot-table.ts';
import { osimClip } from '../src/motion/formats/osim-clip.ts';
import { readOsim } from '../src/motion/formats/osim-model.ts';
import { readTrc } from '../src/motion/formats/trc.ts';
import { markersToClip } from '../src/motion/markers/markers-to-clip.ts';
import type { ForceRecording } from '../src/motion/recording.ts';
import { MOCAP } from './validation.ts';

export interface Trial {
  readonly id: string;
  readonly set: string; // folder of the captures
  readonly kind: 'stand' | 'squat' | 'walk' | 'run' | 'jump';
  readonly by: 'markers' | 'model'; // joint centres from markers, or joint angles on an OpenSim model
  readonly mass: number | undefined; // [kg] by the plates, or as the study states it; undefined: in the file
  read(): Recorded;
}

export interface Recorded {
  readonly clip: Clip;
  readonly forces: ForceRecording; // on the clip's frames
  readonly mass?: number | undefined; // [kg] where the file states it
}

const bytes = (file: string): Uint8Array => readFileSync(resolve(MOCAP, file));

function withForces(clip: Clip, startTime: number, forces: ForceRecording): Recorded {
  return { clip, forces: onClock(forces, { rate: 1 / clip.frameTime, startTime, frameCount: clip.frameCount }) };
}

const markers =
  (trc: string, grf: string, standing?: string): Trial['read'] =>
  () => {
    const options = standing ? { standing: readTrc(bytes(standing), standing) } : {};
    const { clip, startTime } = markersToClip(readTrc(bytes(trc), trc), options);
    return withForces(clip, startTime, readForces(bytes(grf), grf));
  };

const model =
  (osim: string, angles: string, grf: string): Trial['read'] =>
  () => {
    const { clip, startTime } = osimClip(readOsim(bytes(osim), osim), readTable(bytes(angles), angles));
    return withForces(clip, startTime, readForces(bytes(grf), grf));
  };

const c3d =
  (file: string): Trial['read'] =>
  () => {
    const trial = readC3d(bytes(file), file);
    const { clip, startTime } = markersToClip(trial.markers, { measures: trial.measures });
    return { ...withForces(clip, startTime, trial.forces!), mass: trial.measures.mass };
  };

const OPENCAP = 'force-opencap-subject4';
const opencap = (id: string, kind: Trial['kind']): Trial[] => [
  {
    id: `opencap-${id}`,
    set: OPENCAP,
    kind,
    by: 'model',
    mass: 60.06,
    read: model(`${OPENCAP}/optimized_scale_and_markers.osim`, `${OPENCAP}/${id}_ik.mot`, `${OPENCAP}/${id}_grf.mot`),
  },
  {
    id: `opencap-${id}`,
    set: OPENCAP,
    kind,
    by: 'markers',
    mass: 60.06,
    read: markers(`${OPENCAP}/${id}.trc`, `${OPENCAP}/${id}_grf.mot`, `${OPENCAP}/static1.trc`),
  },
];

const GAIT = 'force-opensim-gait2354';
const MOCO = 'force-opensim-moco';
const HAMNER = 'force-hamner-running';

export const trials: readonly Trial[] = [
  ...opencap('static1', 'stand'),
  ...opencap('squats1', 'squat'),
  ...opencap('walking1', 'walk'),
  ...opencap('walkingTS1', 'walk'),
  ...opencap('DJ1', 'jump'),
  {
    id: 'gait2354-walk',
    set: GAIT,
    kind: 'walk',
    by: 'markers',
    mass: 72.6,
    read: markers(`${GAIT}/subject01_walk1.trc`, `${GAIT}/subject01_walk1_grf.mot`, `${GAIT}/subject01_static.trc`),
  },
  {
    id: 'moco-walk',
    set: MOCO,
    kind: 'walk',
    by: 'model',
    mass: 85.27,
    read: model(`${MOCO}/subject_walk_scaled.osim`, `${MOCO}/coordinates.sto`, `${MOCO}/grf_walk.mot`),
  },
  {
    id: 'moco-walk',
    set: MOCO,
    kind: 'walk',
    by: 'markers',
    mass: 85.27,
    read: markers(`${MOCO}/markers_walk.trc`, `${MOCO}/grf_walk.mot`),
  },
  ...['200', '400'].map((speed): Trial => {
    const folder = `${HAMNER}/subject04/run${speed}`;
    return {
      id: `hamner04-run${speed}`,
      set: HAMNER,
      kind: 'run',
      by: 'markers',
      mass: 80.47,
      read: markers(`${folder}/markers.trc`, `${folder}/grf.mot`),
    };
  }),
  {
    id: 'hamner-run200',
    set: HAMNER,
    kind: 'run',
    by: 'model',
    mass: 72.84,
    read: model(
      `${HAMNER}/other-subject/final.osim`,
      `${HAMNER}/other-subject/run200_ik.mot`,
      `${HAMNER}/other-subject/run200_grf.mot`,
    ),
  },
  ...['HC002D06', 'HC030A05', 'HC002D25'].map(
    (id): Trial => ({
      id: `biomechzoo-${id}`,
      set: 'force-biomechzoo-c3d',
      kind: 'walk',
      by: 'markers',
      mass: undefined,
      read: c3d(`force-biomechzoo-c3d/${id}.c3d`),
    }),
  ),
];
