/** Generated steps next to 70 recorded pushes (shared statistics; one performer of snumrl/ys2010). */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { LEVEL_GROUND, measure } from '../../src/methods/push-response/measure.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { performRequest } from '../../src/performer/responses/generate.ts';
import { libraryPlan } from '../../src/performer/responses/library-plan.ts';
import { neutralStance } from '../../src/performer/responses/neutral.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

const actor = createActor();
const neutral = neutralStance(actor);

/** A response with its onset as the statistics have it: the CoM passes 7 % of its peak speed. */
function performedAs(name: string) {
  const request = libraryPlan().find((one) => one.name === name);
  if (!request) throw new Error(`no ${name}`);
  const { clip } = performRequest(actor, neutral, request);
  const { report, ankles } = measure(actor.body, clip, LEVEL_GROUND);
  const speed = (k: number): number => Math.abs(report.comVelocity[3 * k + 2]);
  const peak = Math.max(...Array.from({ length: clip.frameCount }, (_, k) => speed(k)));
  let onset = 0;
  while (speed(onset) < Math.max(0.04, 0.07 * peak)) onset++;
  const way = Array.from({ length: clip.frameCount }, (_, k) => Math.abs(ankles[1][3 * k + 2] - ankles[1][2]));
  return { clip, onset, peak, step: Math.max(...way.slice(0, onset + 45)) };
}

/** Pitch [deg] of a segment in the world, forward +. */
function pitchAt({ clip }: ReturnType<typeof performedAs>, role: 'upperChest' | 'hips', frame: number): number {
  forwardKinematics(actor.body, actor.ws, clip.q, frame * coordinateCount(clip.skeleton));
  const r = 9 * (actor.roles[role] ?? 0);
  return (Math.atan2(-actor.ws.worldFromSegment[r + 5], actor.ws.worldFromSegment[r + 8]) * 180) / Math.PI;
}

function meanCurve(group: string, channel: string): { t: number; mean: number; deviation: number }[] {
  const text = readFileSync(mocapPath('statistics', 'push_response_curves.csv'), 'utf8');
  const [head, ...lines] = text.trim().split('\n');
  const columns = head.split(',');
  const [mean, deviation] = [columns.indexOf(`${channel}_mean`), columns.indexOf(`${channel}_sd`)];
  return lines
    .map((line) => line.split(','))
    .filter((row) => row[0] === group && Number(row[2]) >= 0 && Number(row[2]) <= 1.8)
    .map((row) => ({ t: Number(row[2]), mean: Number(row[mean]), deviation: Number(row[deviation]) }));
}

interface Regression {
  readonly intercept: number;
  readonly slope: number;
  readonly residual_sd: number;
}

describeWithMocap('steps of people and generated ones', () => {
  const { regressions } = JSON.parse(readFileSync(mocapPath('statistics', 'push_summary.json'), 'utf8')) as {
    regressions: Readonly<Record<string, Regression>>;
  };

  it.each([
    ['step1-0-27', 'forward'],
    ['step1-0-42', 'forward'],
    ['return-0-32', 'forward'],
    ['step1-180-32', 'backward'],
    ['return-180-32', 'backward'],
  ])('%s is as long as the speed of the CoM asks of people', (name, direction) => {
    const { peak, step } = performedAs(name);
    const { intercept, slope, residual_sd } = regressions[`${direction}: step_length ~ peak_com_velocity`];
    expect(Math.abs(step - (intercept + slope * peak))).toBeLessThan(2 * residual_sd);
  });

  it.each([
    ['return-0-32', 'forward_one_step', 'chest_pitch', 'upperChest'],
    ['return-0-32', 'forward_one_step', 'pelvis_tilt', 'hips'],
    ['return-180-32', 'backward_one_step', 'chest_pitch', 'upperChest'],
    ['return-180-32', 'backward_one_step', 'pelvis_tilt', 'hips'],
    ['step1-0-42', 'forward_two_steps', 'chest_pitch', 'upperChest'],
  ] as const)('%s: within two deviations of %s in %s', (name, group, channel, role) => {
    const performed = performedAs(name);
    const rest = pitchAt(performed, role, 0);
    const last = performed.clip.frameCount - 1;
    const curve = meanCurve(group, channel);
    const near = curve.filter(({ t, mean, deviation }) => {
      const frame = Math.min(last, performed.onset + Math.round(60 * t));
      return Math.abs(pitchAt(performed, role, frame) - rest - mean) <= 2 * deviation;
    });
    expect(near.length / curve.length).toBeGreaterThan(0.85);
  });
});
