/** Hits that a standing character expects a second before, against the same hits out of the blue, through the reaction layer. */
import { percentile } from '../../src/math/order-statistics.ts';
import { durationOf } from '../../src/motion/clip.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import type { ReactionLibrary } from '../../src/runtime/driver.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { reactionLibrary } from '../../src/runtime/reaction-library.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { type Subject, subjectsToPush } from '../pushes/bodies.ts';
import { impulseAt } from '../pushes/cases.ts';
import { library } from '../pushes/starter.ts';
import { type Outcome, table, type Validation, type ValidationOptions } from '../validation.ts';
import { DIRECTIONS, USUAL_MASS } from './cases.ts';

const IMPULSES = [15, 20, 25, 30, 40, 50, 60] as const; // [N·s] for a person of 70 kg
const FRAME = 1 / 60; // [s]
const NOTICE = 1; // [s]
const HIT = 1.5; // [s]
const ENDS = 5; // [s]

interface Hurt {
  readonly steps: number;
  readonly fell: boolean;
  readonly way: number; // [m] that the hips come away from where the animation has them, level
}

function hitOnce({ body, clip }: Subject, impulse: readonly number[], expects: boolean, own: ReactionLibrary): Hurt {
  const pose = new Float64Array(coordinateCount(clip.skeleton));
  const layer = new ReactionLayer(body, poseRig(pose), { library: own });
  const plain = pose.slice();
  const round = 2 * durationOf(clip) || 1;
  const given = [impulse[0]!, impulse[1]!, impulse[2]!] as const;
  let [steps, fell, way] = [0, false, 0];
  for (let frame = 0; frame * FRAME < ENDS && !fell; frame++) {
    const place = (frame * FRAME) % round;
    sample(pose, clip, place > round / 2 ? round - place : place);
    plain.set(pose);
    if (frame === Math.round((HIT - NOTICE) / FRAME) && expects)
      layer.expect({ bone: 'chest', impulse: given, in: NOTICE });
    if (frame === Math.round(HIT / FRAME)) layer.hit({ bone: 'chest', impulse: given });
    for (const { kind } of layer.update(FRAME)) {
      if (kind === 'step') steps++;
      if (kind === 'fall') fell = true;
    }
    way = Math.max(way, Math.hypot(pose[0]! - plain[0]!, pose[2]! - plain[2]!));
  }
  return { steps, fell, way };
}

interface Pair {
  readonly size: number;
  readonly subject: string;
  readonly direction: number;
  readonly plain: Hurt;
  readonly braced: Hurt;
}

/** Largest of the impulses in a direction up to which a test holds; 0: not even for the least. */
function largest(pairs: readonly Pair[], of: (pair: Pair) => boolean): number {
  const failed = pairs.find((pair) => !of(pair));
  return failed ? (pairs[pairs.indexOf(failed) - 1]?.size ?? 0) : (pairs.at(-1)?.size ?? 0);
}

function thresholds(pairs: readonly Pair[], of: (hurt: Hurt) => boolean): readonly [plain: number, braced: number] {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const key = `${pair.subject} ${pair.direction}`;
    groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  const mean = (which: 'plain' | 'braced'): number =>
    [...groups.values()].reduce((sum, group) => sum + largest(group, (pair) => of(pair[which])), 0) / groups.size;
  return [mean('plain'), mean('braced')];
}

async function run({ say, count, seed }: ValidationOptions): Promise<Outcome> {
  const own = reactionLibrary(await library());
  const all = await subjectsToPush(say);
  const subjects = all.filter((_, k) => (k + seed) % Math.max(1, Math.ceil((all.length * 56) / count)) === 0);
  const pairs: Pair[] = [];
  for (const subject of subjects) {
    say(subject.id);
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      for (const size of IMPULSES) {
        const share = (size * subject.body.totalMass) / USUAL_MASS;
        const impulse = impulseAt(subject, share, (2 * Math.PI * direction) / DIRECTIONS);
        const [plain, braced] = [hitOnce(subject, impulse, false, own), hitOnce(subject, impulse, true, own)];
        pairs.push({ size, subject: subject.id, direction, plain, braced });
      }
    }
  }
  const share = (list: readonly Pair[], which: 'plain' | 'braced', of: (hurt: Hurt) => boolean): string =>
    `${Math.round((100 * list.filter((pair) => of(pair[which])).length) / list.length)} %`;
  const mean = (list: readonly Pair[], which: 'plain' | 'braced', of: (hurt: Hurt) => number): number =>
    list.reduce((sum, pair) => sum + of(pair[which]), 0) / list.length;
  const both = (of: (which: 'plain' | 'braced') => string): string => `${of('plain')} → ${of('braced')}`;
  const rows = IMPULSES.map((size) => {
    const list = pairs.filter((pair) => pair.size === size);
    return [
      size,
      both((which) => share(list, which, ({ steps, fell }) => steps === 0 && !fell)),
      both((which) => mean(list, which, ({ steps }) => steps).toFixed(1)),
      both((which) => share(list, which, ({ fell }) => fell)),
      both(
        (which) =>
          `${(
            100 *
              percentile(
                list.map((pair) => pair[which].way),
                0.5,
              )
          ).toFixed(0)} cm`,
      ),
    ];
  });
  const held = thresholds(pairs, ({ steps, fell }) => steps === 0 && !fell);
  const kept = thresholds(pairs, ({ fell }) => !fell);
  const markdown = [
    `${pairs.length} hits at the chest of ${subjects.length} characters, ${DIRECTIONS} directions, out of the blue → expected ${NOTICE} s before. Largest impulse per 70 kg up to which no step is taken, mean over characters and directions: ${held[0].toFixed(1)} → ${held[1].toFixed(1)} N·s; up to which nobody falls: ${kept[0].toFixed(1)} → ${kept[1].toFixed(1)} N·s (of the sizes tried).`,
    table(['N·s per 70 kg', 'without a step', 'steps, mean', 'falls', 'way of the hips, median'], rows),
  ].join('\n\n');
  return { lines: [], markdown, figures: [] };
}

export const expectedHits: Validation = { id: 'layer-expect', page: null, run };
