/** Reactions: the search of [Komura05] beside one over all joints, a reacting character, and a crowd. */
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { logQuat, relativeQuat } from '../../src/math/quat.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { SIGNATURE } from '../../src/methods/reactive-blend/pose-signature.ts';
import type { ReactionIndex } from '../../src/methods/reactive-blend/reaction-index.ts';
import { searchReactions } from '../../src/methods/reactive-blend/reaction-search.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount, freedomCount, jointCount, quatIndex } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { recordCycle } from '../../src/runtime/gait/cycle.ts';
import { createRecording, feedRecording, findCycle } from '../../src/runtime/gait/recording.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { type BenchCase, timeAgainst, timePerCall } from '../case.ts';
import { withoutJoints } from '../person.ts';

const FRAMES = 30; // per motion that are searched
const SPARE = ['spine', 'upperChest', 'neck', 'leftShoulder', 'rightShoulder'];
const { body } = createActor();
const idle = perform(motionNamed('idle'));
const nq = coordinateCount(body.skeleton);
const walk = perform(motionNamed('walk'), { values: { strides: 6 } });
const { round, stride } = roundOf(walk);

/** Frames until the walk is the same again, and how far it goes meanwhile [m]. */
function roundOf({ q, frameCount }: Clip): { readonly round: number; readonly stride: number } {
  const recording = createRecording(body);
  for (let frame = 60; frame < frameCount - 60; frame++) {
    feedRecording(recording, body, q.subarray(frame * nq, (frame + 1) * nq), 1 / 60);
  }
  const cycle = findCycle(recording, body)!;
  const last = (cycle.frameCount - 1) * nq;
  return { round: cycle.frameCount - 1, stride: cycle.q[last + 2]! - cycle.q[2]! };
}

/** As many motions as asked for, of made-up poses: the time depends on their number only. All are of the asked direction,
 *  strength and contact, so that every frame is looked at. */
function madeUpIndex(motions: number): ReactionIndex {
  const rng = createRng(3);
  const count = motions * FRAMES;
  return {
    entries: [],
    count,
    signatures: Float64Array.from({ length: count * SIGNATURE }, () => uniform(rng, -0.3, 0.3)),
    contacts: new Uint8Array(count).fill(3),
    entry: Int32Array.from({ length: count }, (_, k) => Math.floor(k / FRAMES)),
    frame: Int32Array.from({ length: count }, (_, k) => k % FRAMES),
    angle: new Float64Array(count),
    strength: new Float64Array(count).fill(20),
  };
}

/** Turns and speeds of all joints compared, as in Lee et al. 2002, eq. 1 of [Komura05]. */
function allJoints(motions: number): () => number {
  const rng = createRng(4);
  const nv = freedomCount(body.skeleton);
  const n = motions * FRAMES;
  const poses = Float64Array.from({ length: n * nq }, (_, i) => idle.q[i % idle.q.length]! + uniform(rng, -0.05, 0.05));
  const speeds = Float64Array.from({ length: n * nv }, () => uniform(rng, -1, 1));
  const turn = new Float64Array(4);
  return () => {
    let best = Infinity;
    for (let k = 0; k < n; k++) {
      let cost = 0;
      for (let joint = 1; joint < jointCount(body.skeleton); joint++) {
        relativeQuat(turn, 0, idle.q, quatIndex(joint), poses, k * nq + quatIndex(joint));
        logQuat(turn, 0, turn, 0);
        cost += turn[0]! * turn[0]! + turn[1]! * turn[1]! + turn[2]! * turn[2]!;
      }
      for (let i = 0; i < nv; i++) cost += 0.1 * speeds[k * nv + i]! ** 2;
      best = Math.min(best, cost);
    }
    return best;
  };
}

const search = (motions: number, found = true): BenchCase => ({
  id: `reactions/search-${motions}${found ? '' : '-none'}`,
  measure() {
    const index = madeUpIndex(motions);
    // near those made up, or so far from all of them that every limit is relaxed for nothing
    const signature = new Float64Array(SIGNATURE).fill(found ? 0.1 : 0.45);
    const query = { signature, contacts: 3, angle: 0, strength: 20 };
    const { ours, ratio } = timeAgainst(() => void searchReactions(index, query), allJoints(motions));
    return {
      value: ours,
      unit: 'us',
      against: 'all joints and their speeds',
      ratio,
      note: 'target ≥ 15×; ≤ 200 us at 70',
    };
  },
});

interface Person {
  readonly body: Body;
  readonly idle: Clip;
}

/** The same person with 48 degrees of freedom. */
function person48(): Person {
  const fewer = withoutJoints(idle, SPARE);
  return { body: fitBody(fewer), idle: fewer };
}

/** A character that never comes to rest where it reacts: hit every half second. */
function character(reacts: boolean, phase = 0, { body: own, idle: clip }: Person = { body, idle }): () => void {
  const pose = new Float64Array(coordinateCount(own.skeleton));
  const layer = new ReactionLayer(own, poseRig(pose));
  let frame = phase;
  return () => {
    sample(pose, clip, (frame / 60) % 10);
    layer.update(1 / 60);
    if (reacts && frame % 30 === 0) {
      const angle = frame * 0.7;
      layer.hit({ bone: 'chest', impulse: [14 * Math.sin(angle), 0, 14 * Math.cos(angle)] });
    }
    frame++;
  };
}

const update = (id: string, make: () => () => void, note: string): BenchCase => ({
  id: `reactions/${id}`,
  measure: () => ({ value: meanTime(make()), unit: 'us', note: `one update at 60 frames a second${note}` }),
});

const PREPARED = 60; // characters, one after the other

/** Of characters that were made ready while loading: the hit and the update that answers it. */
const firstHit: BenchCase = {
  id: 'reactions/first-hit',
  measure() {
    const times = Array.from({ length: PREPARED }, () => {
      const pose = idle.q.slice(0, nq);
      const layer = new ReactionLayer(body, poseRig(pose));
      layer.update(0);
      layer.prepare();
      const start = performance.now();
      layer.hit({ preset: 'shove', direction: [0, 0, 1] });
      layer.update(1 / 60);
      return performance.now() - start;
    });
    const value = times.slice(PREPARED / 2).sort((a, b) => a - b)[PREPARED / 4]!;
    return { value, unit: 'ms', note: 'hit and update of a character that was prepared, median; target ≤ 2' };
  },
};

/** Two seconds on: gaits have been looked for, first hits are over, and what runs is compiled. */
function settled(run: () => void): () => void {
  for (let frame = 0; frame < 120; frame++) run();
  return run;
}

const CYCLE = 60; // updates, with all the hits that come in them

/** Microseconds per update, calm ones and those after a hit alike. */
function meanTime(run: () => void): number {
  settled(run);
  const cycle = (): void => {
    for (let frame = 0; frame < CYCLE; frame++) run();
  };
  return timePerCall(cycle) / CYCLE;
}

const frameOf = (people: readonly (() => void)[]) => (): void => {
  for (const person of people) person();
};

const crowd: BenchCase = {
  id: 'reactions/crowd-100',
  measure() {
    const people = Array.from({ length: 100 }, (_, k) => character(k < 10, 3 * k));
    const value = timePerCall(settled(frameOf(people))) / 1000;
    return { value, unit: 'ms', note: 'a frame of 100 characters, 10 of them reacting; target ≤ 2.2' };
  },
};

const volley: BenchCase = {
  id: 'reactions/crowd-100-volley',
  measure() {
    const people = Array.from({ length: 100 }, (_, k) => character(true, 3 * k));
    const value = timePerCall(settled(frameOf(people))) / 1000;
    return { value, unit: 'ms', note: 'a frame of 100 characters that all react' };
  },
};

/** Someone who walks in place and is hit every second, on the round that was handed over. */
function walker(phase = 0): () => void {
  const pose = new Float64Array(nq);
  const rig = poseRig(pose);
  const layer = new ReactionLayer(body, rig);
  const duration = walk.frameTime * round;
  layer.learnGait(recordCycle(body, rig, duration, (t) => sample(pose, walk, 2 + t)));
  layer.prepare();
  let frame = phase;
  return () => {
    const lap = Math.floor(frame / round);
    sample(pose, walk, 2 + (frame % round) * walk.frameTime);
    pose[2]! += lap * stride;
    layer.update(1 / 60);
    if (frame % 60 === 30) layer.hit({ bone: 'chest', impulse: [frame % 120 < 60 ? 10 : -10, 0, 0] });
    frame++;
  };
}

const gait: BenchCase = {
  id: 'reactions/update-gait',
  measure: () => ({
    value: meanTime(walker()),
    unit: 'us',
    note: 'one update of a walk under hits, reactive locomotion',
  }),
};

const walkers: BenchCase = {
  id: 'reactions/crowd-100-walkers',
  measure() {
    const people = Array.from({ length: 100 }, (_, k) => (k < 10 ? walker(17 * k) : character(false, 3 * k)));
    const value = timePerCall(settled(frameOf(people))) / 1000;
    return { value, unit: 'ms', note: 'a frame of 100, of whom 10 walk and react by reactive locomotion; target ≤ 16' };
  },
};

export const cases: readonly BenchCase[] = [
  search(10),
  search(40),
  search(70),
  search(10, false),
  search(40, false),
  search(70, false),
  update('update-still', () => character(false), '; target ≤ 6'),
  update('update-reacting-48', () => character(true, 0, person48()), ', 48 degrees of freedom; target ≤ 150'),
  update('update-reacting-63', () => character(true), ', 63 degrees of freedom'),
  firstHit,
  gait,
  crowd,
  volley,
  walkers,
];
