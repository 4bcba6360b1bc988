/** Does something unseen carry, push or pull? A note of its own: the motion may be right, but what holds it is not in the file. */
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { Finding } from '../finding.ts';
import { directionInWords, reportedHeading } from '../heading.ts';
import { type PartReport, phaseAt } from '../report.ts';
import { type Carrier, carrierOf } from './carrier.ts';
import { imbalanceRuns } from './imbalance-runs.ts';
import { centimetres, type Rule, type RuleInput, type Run, runsWhere, whenInWords } from './rule.ts';

const GLIDES = 0.4; // [m/s] of a foot over the floor …
const GLIDES_ALONG = 0.6; // [m/s] … that differs by less from how the body goes along …
const GLIDES_LEVEL = 0.2; // [m/s] … and hardly rises or sinks
const GLIDE_REACH = 0.05; // [s] on each side, over which these speeds are taken
const BOARD_LOAD = 0.85; // of body weight that carries, on the average: somebody in the air is not carried
const BOARD_SHARE = 0.6; // of the frames in which a foot glides so
const BOARD_LEAST = 0.5; // [s]
const BOARD_HIGHEST = 0.3; // [m]

export const carriedRule: Rule = {
  id: 'carried',
  title: 'Something unseen carries',
  help: 'The feet alone could not do this: a chair, a wall, a hand, a board or a load is not in the file. Give the force with --push, or leave it as it is.',
  check: (input: RuleInput): readonly Finding[] => {
    const { clip, report } = input;
    const held = imbalanceRuns(input).map((imbalance): Finding => {
      const { run, worst, value, x, z } = imbalance;
      const carrier = carrierOf(input, imbalance);
      const way = directionInWords(reportedHeading(report, worst), -x, -z);
      const share = carrier?.share ?? value / (0.56 * report.height);
      return {
        rule: 'carried',
        severity: 'note',
        ...run,
        worst,
        value: share,
        limit: 0,
        unit: 'body weights',
        message: `${sentenceOf(carrier, share, way)}, ${whenInWords(clip, run)}.`,
      };
    });
    const boards = boardRuns(input).map(
      (run): Finding => ({
        rule: 'carried',
        severity: 'note',
        ...run,
        worst: run.start,
        value: 1,
        limit: 0,
        unit: 'body weights',
        message: `Something unseen under the feet carries the body along, as a board or skates do, ${whenInWords(clip, run)}.`,
      }),
    );
    return [...held, ...boards, ...lyingInAir(input)];
  },
};

const PART_PLACES: Readonly<Record<PartReport['part'], string>> = {
  head: 'head',
  chest: 'back',
  pelvis: 'hips',
  lowerArm: 'elbows',
  hand: 'hands',
  lowerLeg: 'knees',
};
const LIES_LEAST = 0.3; // [s]
const CARRIED = 0.5; // of body weight

/** Somebody lies or sits, nothing of the body is at the ground, and yet it does not fall: a bed, a mat, a chair. */
function lyingInAir({ body, clip, report }: RuleInput): readonly Finding[] {
  const load = (frame: number): number => report.grf[3 * frame + 1] / (body.totalMass * GRAVITY);
  const isHeld = (frame: number): boolean =>
    phaseAt(report, frame) === 'other' &&
    report.supportStart[frame + 1] === report.supportStart[frame] &&
    load(frame) > CARRIED;
  const least = LIES_LEAST / clip.frameTime;
  return runsWhere(clip.frameCount, isHeld, Math.round(0.1 / clip.frameTime))
    .filter((run) => run.end - run.start + 1 >= least)
    .map((run): Finding => {
      const worst = (run.start + run.end) >> 1;
      const lowest = report.parts.reduce((low, part) => (part.clearance[worst] < low.clearance[worst] ? part : low));
      const where = PART_PLACES[lowest.part];
      return {
        rule: 'carried',
        severity: 'note',
        ...run,
        worst,
        value: load(worst),
        limit: 0,
        unit: 'body weights',
        message: `Something unseen carries all of the weight near the ${where}, ${centimetres(lowest.clearance[worst])} above the floor, ${whenInWords(clip, run)}.`,
      };
    });
}

function sentenceOf(carrier: Carrier | undefined, share: number, way: string): string {
  const percent = `about ${Math.max(1, Math.round(100 * Math.min(1, share)))} % of the weight`;
  if (carrier?.by === 'seat') return `Something unseen carries ${percent} near the hips`;
  if (carrier?.by === 'hands') return `Something unseen at the hands holds the body with ${percent}`;
  return `Something unseen would have to push the body ${way} with ${percent}`;
}

/** Runs in which a foot glides along with the body, level and a little above the floor, and the body is carried all the time. The other foot may push. */
export function boardRuns({ clip, report }: RuleInput): readonly Run[] {
  const { frameTime, frameCount } = clip;
  const { comVelocity, mass, grf } = report;
  const reach = Math.max(1, Math.round(GLIDE_REACH / frameTime));
  const glides = (frame: number): boolean => {
    const [before, after] = [Math.max(0, frame - reach), Math.min(frameCount - 1, frame + reach)];
    if (after === before || phaseAt(report, frame) !== 'flight') return false;
    const i = 3 * frame;
    return report.feet.some(({ ankle, clearance }) => {
      const [x, y, z] = [0, 1, 2].map(
        (k) => (ankle[3 * after + k] - ankle[3 * before + k]) / ((after - before) * frameTime),
      );
      if (clearance[frame] > BOARD_HIGHEST || Math.abs(y) > GLIDES_LEVEL || Math.hypot(x, z) < GLIDES) return false;
      return Math.hypot(x - comVelocity[i], z - comVelocity[i + 2]) < GLIDES_ALONG;
    });
  };
  // What flies is not carried, however its feet go along.
  const isCarried = ({ start, end }: Run): boolean => {
    let load = 0;
    let gliding = 0;
    for (let frame = start; frame <= end; frame++) {
      load += grf[3 * frame + 1] / (mass * GRAVITY);
      gliding += glides(frame) ? 1 : 0;
    }
    const frames = end - start + 1;
    return load > BOARD_LOAD * frames && gliding > BOARD_SHARE * frames;
  };
  // A ride that the clip's start or end cuts off may have lasted twice as long.
  const isCut = ({ start, end }: Run): boolean => start <= 1 || end >= frameCount - 2;
  return runsWhere(frameCount, glides, Math.round(0.3 / frameTime)).filter(
    (run) => (run.end - run.start) * frameTime * (isCut(run) ? 2 : 1) > BOARD_LEAST && isCarried(run),
  );
}
