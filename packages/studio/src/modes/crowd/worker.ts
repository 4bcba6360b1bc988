/** The worker of the mode Crowd: everybody moves and reacts here, and what is to be drawn is made ready. */
import * as comlink from 'comlink';
import { coordinateCount, createWorkspace, forwardKinematics, type Workspace } from 'poise/dynamics';
import { referencePoseOfClip } from 'poise/io';
import { meshFor } from 'poise/perform';
import { wornShades } from '../../scene/character/panel-places.ts';
import { told } from '../../worker/judge.ts';
import { forPage } from '../../worker/transfer.ts';
import type { CrowdWorker, CrowdWorld, FrameNews } from './api.ts';
import { MOST_BALLS } from './balls.ts';
import { createCast } from './cast.ts';
import { coarseSkin, wholeSkin } from './coarse.ts';
import { type Cast, type Crowd, createCrowd } from './crowd.ts';
import { digestOf } from './digest.ts';
import { ABOUT, BALL, createPersonWriter, type Layout, layoutOf, type PersonWriter } from './frame.ts';
import { watchHits } from './lead-hits.ts';
import { createPast, type Past } from './past.ts';
import { LEAD } from './plan-crowd.ts';
import { type Counts, STATES } from './types.ts';

const CELL = 0.035; // [m] of the skin of people far away
const KEPT = 20 * 60; // frames to look back
const EVERY = 30; // frames between two digests
const CALM = 0.95; // of the time that reactions take, kept from frame to frame

interface Stage {
  readonly crowd: Crowd;
  readonly layout: Layout;
  readonly past: Past;
  readonly hits: ReturnType<typeof watchHits>; // of the one in the middle
  readonly poses: readonly Float64Array[];
  readonly states: Uint8Array;
  readonly balls: Float32Array;
  readonly looking: readonly { readonly q: Float64Array; readonly ws: Workspace }[]; // memory for looking back
  ms: number;
}

let cast: Cast | undefined;
let world: CrowdWorld | undefined;
let writer: PersonWriter | undefined;
let stage: Stage | undefined;

function prepare(onProgress: (done: number) => void): CrowdWorld {
  cast ??= createCast((done) => onProgress(0.7 * done));
  const [body, clip] = [cast.bodies[LEAD]!, cast.clips[0]!];
  const skin = meshFor(body, body.roles, body.skeleton, referencePoseOfClip(clip, body.roles));
  writer = createPersonWriter(body.skeleton, skin.bindPose);
  const near = wholeSkin(skin, wornShades(skin, body));
  onProgress(1);
  return { body, clip, skins: [near, coarseSkin(near, CELL)] };
}

function begin(crowd: Crowd): Stage {
  const { members } = crowd;
  const { skeleton } = members[0]!.body;
  const nq = coordinateCount(skeleton);
  return {
    crowd,
    layout: layoutOf(members.length, skeleton.names.length),
    hits: watchHits(members[0]!),
    past: createPast(members.length, nq, MOST_BALLS * BALL, KEPT),
    poses: members.map(({ q }) => q),
    states: new Uint8Array(members.length),
    balls: new Float32Array(MOST_BALLS * BALL),
    looking: members.map(({ body }) => ({ q: new Float64Array(nq), ws: createWorkspace(body) })),
    ms: 0,
  };
}

/** Writes people and balls as the picture wants them. */
function paint(out: Float32Array, { crowd, layout, states, balls }: Stage, poses: readonly Workspace[]): void {
  crowd.members.forEach(({ body }, k) => {
    const ws = poses[k]!;
    writer?.write(out, k * layout.matrices, ws, body.height / world!.body.height);
    const o = layout.about + ABOUT * k;
    const head = body.roles.head ?? 0;
    for (let c = 0; c < 3; c++) out[o + c] = ws.segmentOrigin[3 * head + c]!;
    out[o + 3] = states[k]!;
  });
  out.set(balls, layout.balls);
}

function countsOf({ crowd, ms }: Stage): Counts {
  let [reacting, stumbling] = [0, 0];
  for (const member of crowd.members) {
    const state = member.state();
    if (state === 'fell') continue;
    if (state !== 'calm') reacting++;
    if (state === 'stumbling') stumbling++;
  }
  return { ...crowd.totals, reacting, stumbling, ms };
}

/** Takes down what is there now, and says what there is to draw. */
function news(numbers: Float32Array, now: Stage): FrameNews {
  const { crowd, states, balls, past, poses } = now;
  crowd.members.forEach((member, k) => {
    states[k] = STATES.indexOf(member.state());
  });
  balls.fill(0);
  crowd.balls.forEach(({ place, radius }, k) => {
    balls.set(place, BALL * k);
    balls[BALL * k + 3] = radius;
  });
  const frame = crowd.frame();
  past.keep(frame, poses, states, balls);
  paint(
    numbers,
    now,
    crowd.members.map(({ ws }) => ws),
  );
  const digest = frame % EVERY === 0 ? digestOf(poses) : undefined;
  return { frame, numbers, lead: poses[0]!.slice(), hits: now.hits.take(), counts: countsOf(now), digest };
}

const ready = (): Stage => {
  if (!stage) throw new Error('the crowd was not started');
  return stage;
};

const worker: CrowdWorker = {
  prepare: (onProgress) =>
    told(() => {
      world ??= prepare(onProgress);
      return { ...world, clip: forPage(world.clip).clip };
    }),
  start: (settings) => {
    world ??= prepare(() => {}); // a worker that was ended has forgotten it
    stage = begin(createCrowd(cast!, settings));
    const first = news(new Float32Array(stage.layout.length), stage);
    return comlink.transfer(first, [first.numbers.buffer as ArrayBuffer]);
  },
  advance: (commands, numbers) => {
    const now = ready();
    for (const command of commands) now.crowd.order(command);
    const took = now.crowd.step(() => performance.now());
    now.ms = now.ms === 0 ? took : CALM * now.ms + (1 - CALM) * took;
    const made = news(numbers, now);
    return comlink.transfer(made, [numbers.buffer as ArrayBuffer]);
  },
  past: (frame, numbers) => {
    const now = ready();
    const { past, looking, crowd } = now;
    const states = now.states.slice();
    const balls = now.balls.slice();
    past.read(
      Math.max(frame, past.oldest()),
      looking.map(({ q }) => q),
      states,
      balls,
    );
    looking.forEach(({ q, ws }, k) => void forwardKinematics(crowd.members[k]!.body, ws, q));
    paint(
      numbers,
      { ...now, states, balls },
      looking.map(({ ws }) => ws),
    );
    return comlink.transfer(numbers, [numbers.buffer as ArrayBuffer]);
  },
};

comlink.expose(worker);
