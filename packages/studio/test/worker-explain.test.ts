/** The shares of the body add up to what the report says, which computed the zero moment point by another route. */
import { analyse, fitBody } from 'poise';
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { momentOf } from '../src/app/requests.ts';
import { partsOfBody } from '../src/worker/body-parts.ts';
import { explainMoment } from '../src/worker/explain.ts';

const clip = madeUpMotion();
const body = fitBody(clip);
const report = analyse(body, clip, { cutoff: Number.POSITIVE_INFINITY });

describe('an explanation', () => {
  it('gives every joint to one part of the body', () => {
    const joints = partsOfBody(body).flatMap((part) => [...part.joints]);
    expect(joints.sort((a, b) => a - b)).toEqual(clip.skeleton.names.map((_, joint) => joint));
  });

  it.each([30, 90, 160, 230, 370, 420])('adds up to the ZMP of the report at frame %i', (frame) => {
    const moment = momentOf(report, frame);
    const explanation = explainMoment(clip, body, moment)!;
    const x = moment.support.map((point) => point[0]);
    const z = moment.support.map((point) => point[1]);
    const middle = [(Math.min(...x) + Math.max(...x)) / 2, (Math.min(...z) + Math.max(...z)) / 2] as const;
    const along =
      (moment.zmp[0] - middle[0]) * explanation.direction[0] + (moment.zmp[1] - middle[1]) * explanation.direction[1];
    expect(along).toBeGreaterThan(0);
    // Accelerations are fitted over ±70 ms here and are differences of frames there; peaks come out lower.
    expect(Math.abs(explanation.total - along)).toBeLessThan(0.002 + 0.02 * along);
    expect(explanation.parts.reduce((sum, part) => sum + part.mass, 0)).toBeCloseTo(1, 9);
  });

  it('says which way and how far beyond the edge', () => {
    const explanation = explainMoment(clip, body, momentOf(report, 400))!; // leans forward
    expect(explanation.way).toBe('forward');
    expect(explanation.total).toBeGreaterThan(explanation.edge);
    expect(explanation.parts[0]?.name).toBe('Trunk');
  });

  it('says nothing where nothing is stood on', () => {
    const moment = momentOf(report, 30);
    expect(explainMoment(clip, body, { ...moment, support: [] })).toBeUndefined();
    expect(explainMoment(clip, body, { ...moment, zmp: [Number.NaN, Number.NaN] })).toBeUndefined();
  });
});
