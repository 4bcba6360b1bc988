/** People who have fallen get up: whether they come to stand, what slides, what muscles and ground would have had to give. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FallingBody } from '../../src/control/fall/falling-body.ts';
import { percentile } from '../../src/math/order-statistics.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { createClip } from '../../src/motion/clip.ts';
import { writeClip } from '../../src/motion/formats/index.ts';
import { type Faller, fallersToShove, loseBalance, randomShove } from '../falls/people.ts';
import { type Outcome, table, type Validation, type ValidationOptions } from '../validation.ts';
import { measureRise, type RiseMeasures } from './measure.ts';

interface Risen extends RiseMeasures {
  readonly index: number;
  readonly faller: Faller;
}

const FRAME = 1 / 60; // [s]
const LONGEST = 6; // [s] of a fall
const SLIDE = 0.01; // [m]

async function run({ count, seed, say, worst, out }: ValidationOptions): Promise<Outcome> {
  const rng = createRng(seed);
  const fallers = await fallersToShove(say);
  const risen: Risen[] = [];
  for (let k = 0; k < count; k++) {
    if (k % 20 === 0) say(`get-up ${k} of ${count}`);
    const faller = fallers[k % fallers.length]!;
    const lost = loseBalance(randomShove(rng, faller));
    const tone = uniform(rng, 0, 1);
    if (!lost) continue;
    const fall = new FallingBody(faller.body, { tone });
    fall.begin(lost.q, lost.v);
    for (let time = 0; time < LONGEST && !fall.isDown; time += FRAME) fall.step(FRAME);
    risen.push({ index: k, faller, ...measureRise(faller, fall.q) });
  }
  if (worst > 0) await writeWorst(risen, worst, out);
  const stand = risen.filter(isUp).length / risen.length;
  const sound = risen.filter(isSound).length / risen.length;
  const notes = `${risen.length} falls of ${fallers.length} people and rigs, tone 0 to 1, seed ${seed}: ${(100 * stand).toFixed(1)} % stand again; ${(100 * sound).toFixed(1)} % with nothing that slides by more than 1 cm and no torque beyond strong adults' once on hands and knees.`;
  const lines = [
    { id: 'rises/up', value: stand, unit: '' },
    { id: 'rises/sound', value: sound, unit: '' },
  ];
  return { lines, markdown: [notes, checks(risen), unsound(risen), people(risen)].join('\n\n'), figures: [] };
}

const isUp = ({ stands, apart }: RiseMeasures): boolean => stands && apart < 15;

const isSound = (one: RiseMeasures): boolean => isUp(one) && one.slide <= SLIDE && one.later <= 1.005;

/** What keeps get-ups from being sound. */
function unsound(risen: readonly Risen[]): string {
  const rows = risen
    .filter((one) => !isSound(one))
    .map(({ index, faller, apart, slide, slideAt, later, laterAt }) => [
      `${index} ${faller.id}`,
      apart.toFixed(1),
      `${(100 * slide).toFixed(1)} ${slideAt}`,
      `${later.toFixed(2)} ${laterAt}`,
    ]);
  return table(['not sound', 'apart [°]', 'slide [cm]', 'torque once on hands and knees'], rows);
}

function checks(risen: readonly Risen[]): string {
  const row = (name: string, of: (one: Risen) => number, digits: number, most: number): string[] => {
    const values = risen.map(of);
    const spread = [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(digits)).join(' / ');
    return [name, spread, Number.isFinite(most) ? `${values.filter((value) => value > most).length}` : ''];
  };
  return table(
    ['measure', 'median / 95 % / worst', 'beyond'],
    [
      row('time until it stands [s], at most 5', ({ time }) => time, 2, 5),
      row('apart from the pose that it was to reach [°], at most 15', ({ apart }) => apart, 1, 15),
      row('slide of hands and feet that carry [cm], at most 1', ({ slide }) => 100 * slide, 1, 1),
      row('largest torque over that of strong adults, at most 1', ({ torque }) => torque, 2, 1.005),
      row('the same once on hands and knees, at most 1', ({ later }) => later, 2, 1.005),
      row('what was to stay is missed [mm], at most 1', ({ missed }) => 1000 * missed, 2, 1),
      row('time beyond it [s]', ({ beyond }) => beyond, 2, Infinity),
      row('force that nothing gives, mean over body weight', ({ missing }) => missing, 2, Infinity),
      row('joint beyond range [°], at most 5', ({ overstep }) => overstep, 1, 5),
      row('part in the ground [cm], at most 2', ({ depth }) => 100 * depth, 1, 2),
      row('forearm or hand in trunk, head or thigh [cm], at most 2', ({ inside }) => 100 * inside, 1, 2),
      row('fastest hand or elbow [m/s], at most 10', ({ handSpeed }) => handSpeed, 1, 10),
      ['replay with other bytes', '', `${risen.filter(({ same }) => !same).length}`],
    ],
  );
}

function people(risen: readonly Risen[]): string {
  const names = [...new Set(risen.map(({ faller }) => faller.id))];
  return table(
    ['who', 'falls', 'stand', 'time [s]', 'slide [cm]', 'torque', 'where'],
    names.map((name) => {
      const part = risen.filter(({ faller }) => faller.id === name);
      const median = (of: (one: Risen) => number): number => percentile(part.map(of), 0.5);
      const hard = part.reduce((a, b) => (b.torque > a.torque ? b : a));
      return [
        name,
        `${part.length}`,
        `${part.filter(isUp).length}`,
        median(({ time }) => time).toFixed(1),
        (100 * median(({ slide }) => slide)).toFixed(1),
        median(({ torque }) => torque).toFixed(2),
        `${hard.torqueAt} ${hard.torque.toFixed(1)}`,
      ];
    }),
  );
}

/** Those that are farthest beyond what is allowed, as BVH. */
async function writeWorst(risen: readonly Risen[], worst: number, out: string): Promise<void> {
  const badness = ({ apart, slide, torque, missing }: RiseMeasures): number =>
    apart / 15 + slide / 0.05 + torque + 3 * missing;
  await mkdir(out, { recursive: true });
  const sorted = [...risen].sort((a, b) => badness(b) - badness(a)).slice(0, worst);
  for (const [rank, { faller, index, frames }] of sorted.entries()) {
    const nq = frames[0]!.length;
    const q = new Float64Array(nq * frames.length);
    for (const [k, pose] of frames.entries()) q.set(pose, k * nq);
    const clip = createClip({ ...faller.clip, frameTime: FRAME, q, extraTracks: [] });
    const name = `${String(rank + 1).padStart(2, '0')}-case${index}-${faller.id.replace(/[^A-Za-z0-9]+/g, '-')}.bvh`;
    await writeFile(join(out, name), await writeClip(clip, 'rise.bvh'));
  }
}

export const rises: Validation = { id: 'rises', page: null, run };
