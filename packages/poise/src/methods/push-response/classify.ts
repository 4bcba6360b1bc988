/** Which strategy is it? By the strongest one seen: step, else arm, else hip [Yin05] §3.1. The paper did it by hand. */
import { filledWith } from '../../math/options.ts';
import { relativeQuat } from '../../math/quat.ts';
import type { Role, Side } from '../../motion/roles.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import type { Measured } from './measure.ts';
import type { Strategy, StrategyAttributes } from './response.ts';
import { findSpin } from './turns.ts';

export interface ClassifyOptions {
  readonly stepAir: number; // [s] a foot must be off the ground to have stepped
  readonly stepLength: number; // [m] it must come down away from where it was
  readonly armSpeed: number; // [rad/s] of a shoulder against the chest
  readonly armPath: number; // [rad] ∫|ω|dt of it
  readonly ankleBend: number; // [rad] of the hips below which a hip response is one of the ankles
}

const CLASSIFY_DEFAULTS: ClassifyOptions = {
  stepAir: 0.08,
  stepLength: 0.06,
  armSpeed: 5.5,
  armPath: 3,
  ankleBend: (10 * Math.PI) / 180,
};

export interface Classified {
  readonly strategy: Strategy;
  readonly attributes: StrategyAttributes;
}

/** Labels frames start … end of a measured clip. */
export function classify(
  measured: Measured,
  start: number,
  end: number,
  options: Partial<ClassifyOptions> = {},
): Classified {
  const settings = filledWith(CLASSIFY_DEFAULTS, options);
  const steps = findSteps(measured, start, end, settings);
  const arms = (['left', 'right'] as const).map((side) => armMotion(measured, side, start, end));
  const swung = arms.some(({ speed, path }) => speed > settings.armSpeed && path > settings.armPath);
  const bend = measured.trunkToThigh.subarray(start, end + 1);
  const strategy = steps.length > 0 ? 'step' : swung ? 'arm' : 'hip';
  return {
    strategy,
    attributes: {
      ankle: strategy === 'hip' && Math.max(...bend) - Math.min(...bend) < settings.ankleBend,
      steps: steps.length,
      firstFoot: steps[0]?.side,
      crossOver: steps.some(({ crosses }) => crosses),
      armTurns: Math.max(...arms.map(({ turns }) => turns)),
    },
  };
}

export interface Step {
  readonly side: Side;
  readonly lift: number; // frame
  readonly landing: number; // frame
  readonly crosses: boolean; // lands beyond the other foot
}

/** Times a foot leaves the ground and comes down elsewhere, in order of landing. */
export function findSteps(
  measured: Measured,
  start: number,
  end: number,
  options: Partial<ClassifyOptions> = {},
): Step[] {
  const { stepAir, stepLength } = filledWith(CLASSIFY_DEFAULTS, options);
  const { ankles, contacts, report } = measured;
  const shortest = Math.max(1, Math.round(stepAir / report.frameTime));
  const [fx, fz] = [report.forward[2 * start], report.forward[2 * start + 1]];
  const steps: Step[] = [];
  for (const side of [0, 1] as const) {
    let lift = -1;
    for (let frame = start; frame <= end; frame++) {
      const stands = contacts[side][frame] > 0;
      if (!stands && lift < 0) lift = frame;
      if (!stands || lift < 0) continue;
      const [dx, dz] = [0, 2].map((k) => ankles[side][3 * frame + k] - ankles[side][3 * Math.max(start, lift - 1) + k]);
      if (frame - lift >= shortest && Math.hypot(dx, dz) >= stepLength) {
        const gap =
          (ankles[0][3 * frame] - ankles[1][3 * frame]) * fz -
          (ankles[0][3 * frame + 2] - ankles[1][3 * frame + 2]) * fx;
        steps.push({ side: side === 0 ? 'left' : 'right', lift, landing: frame, crosses: gap < 0 });
      }
      lift = -1;
    }
  }
  return steps.sort((a, b) => a.landing - b.landing);
}

/** Fastest turn, path and whole turns of one shoulder against what it hangs on. */
function armMotion({ body, clip }: Measured, side: Side, start: number, end: number) {
  const joint = body.roles[`${side}UpperArm` as Role];
  if (joint === undefined) return { speed: 0, path: 0, turns: 0 };
  const nq = coordinateCount(clip.skeleton);
  const at = quatIndex(joint);
  const relative = new Float64Array(4 * (end - start + 1));
  let speed = 0;
  let path = 0;
  const step = new Float64Array(4);
  for (let frame = start; frame <= end; frame++) {
    relativeQuat(relative, 4 * (frame - start), clip.q, start * nq + at, clip.q, frame * nq + at);
    if (frame === start) continue;
    relativeQuat(step, 0, clip.q, (frame - 1) * nq + at, clip.q, frame * nq + at);
    const angle = 2 * Math.atan2(Math.hypot(step[0], step[1], step[2]), Math.abs(step[3]));
    path += angle;
    speed = Math.max(speed, angle / clip.frameTime);
  }
  return { speed, path, turns: findSpin(relative)?.turns ?? 0 };
}
