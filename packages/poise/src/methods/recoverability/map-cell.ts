/** One cell of a map: pushes are tried until the largest is known that the character takes. */
import { analyse } from '../../balance/analyse.ts';
import type { Body } from '../../body/body.ts';
import { headingAt } from '../../gait/heading.ts';
import { pushTrack, type TimedPush } from '../../gait/push.ts';
import { measureSituation } from '../../gait/situation.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Clip } from '../../motion/clip.ts';
import type { MujocoModule } from '../../sim/engine.ts';
import { followClip } from '../../sim/follow-clip.ts';
import { braceFor } from '../anticipation/brace-for.ts';
import { answerHits, startLocomotion } from '../reactive-locomotion/as-method.ts';
import { planLimit } from './plan-limit.ts';
import { type LimitSearch, searchLimit } from './search-limit.ts';
import type { MapCell, MapHeight } from './types.ts';

export interface CellQuestion {
  readonly time: number; // [s]
  readonly height: MapHeight;
  readonly direction: number; // [rad]
}

/** Limits are sought from 5 N·s for 70 kg on, up to 2 m/s of the whole body: more than any published recovery. */
const FIRST = 0.07; // [m/s]
const MOST = 2; // [m/s]
const CLOSE = 0.06; // of the limit
const FRAME = 1 / 60; // [s]
const WATCHED = 8; // [s] after a push: nobody needs longer

export const searchFor = (body: Body): LimitSearch => ({
  first: FIRST * body.totalMass,
  most: MOST * body.totalMass,
  close: CLOSE,
});

/** Tries pushes. `engine`: the simulated person is asked, too. */
export function mapCell(body: Body, clip: Clip, question: CellQuestion, engine?: MujocoModule): MapCell {
  const { time, height, direction } = question;
  const frame = Math.min(clip.frameCount - 1, Math.round(time / clip.frameTime));
  const { forward, left } = headingAt(body, clip, frame);
  const [c, s] = [Math.cos(direction), Math.sin(direction)];
  const [x, z] = [c * forward[0] + s * left[0], c * forward[1] + s * left[1]];
  const push = (size: number): TimedPush => ({ time, impulse: [size * x, 0, size * z], ...placeOn(body, height) });
  const search = searchFor(body);
  const report = analyse(body, clip);
  const stands = measureSituation(body, clip, { time, report }).kind === 'stands';
  const answers = new Map<number, { readonly up: boolean; readonly steps: number }>(); // both searches meet the same pushes
  const answered = (size: number) => {
    const known = answers.get(size) ?? answerTo(body, clip, push(size));
    answers.set(size, known);
    return known;
  };
  const noStep = stands ? searchLimit((size) => answered(size).up && answered(size).steps === 0, search) : null;
  const steps = searchLimit((size) => answered(size).up, search);
  return {
    time,
    height,
    direction,
    plan: stands ? planLimit(report, frame, x, z) : null,
    noStep,
    steps: Math.max(steps, noStep ?? 0),
    expected: stands ? searchLimit((size) => isTakenBraced(body, clip, push(size)), search) : null,
    simulation: engine ? searchLimit((size) => simulated(engine, body, clip, push(size)), search) : null,
  };
}

function answerTo(body: Body, clip: Clip, push: TimedPush): { readonly up: boolean; readonly steps: number } {
  const { outcome, events } = answerHits({ body, clip, pushes: [push] });
  const after = (kind: string): number =>
    events.filter((event) => event.kind === kind && event.time >= push.time).length;
  return { up: outcome.achieved && after('fall') === 0, steps: after('step') };
}

/** Whether the character recovers from a push that it knew of. */
function isTakenBraced(body: Body, clip: Clip, push: TimedPush): boolean {
  const { character } = startLocomotion({ body, clip });
  while (character.time < push.time - FRAME / 2) character.step(FRAME);
  braceFor(character, push);
  character.push(push);
  for (let t = 0; t < WATCHED && character.status !== 'falling'; t += FRAME) {
    character.step(FRAME);
    if (character.status === 'balanced') return true;
  }
  return false;
}

const simulated = (engine: MujocoModule, body: Body, clip: Clip, push: TimedPush): boolean =>
  followClip(engine, body, clip, { forces: [pushTrack(push, body)] }).status === 'stands';

/** The segment's centre of mass. */
function placeOn({ roles, comInSegment }: Body, height: MapHeight): { segment: number; pointInSegment: Vec3 } {
  const segment = (height === 'chest' ? (roles.chest ?? roles.upperChest ?? roles.spine) : roles[height]) ?? 0;
  const i = 3 * segment;
  return { segment, pointInSegment: [comInSegment[i], comInSegment[i + 1], comInSegment[i + 2]] };
}
