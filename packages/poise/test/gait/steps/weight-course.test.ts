/** How the clip's own weight comes over, against the step map and by sense. */
import { describe, expect, it } from 'vitest';
import { createStepMap, writeStepMap } from '../../../src/gait/step-map.ts';
import { COURSE_ROWS } from '../../../src/gait/steps/gait-step.ts';
import { createWeightCourse, writeWeightCourse } from '../../../src/gait/steps/weight-course.ts';
import { steadyWalk } from '../../../validate/step-plan/steady-gait.ts';

const walk = steadyWalk({ duration: 0.54, doubleSupport: 0.15, length: 0.6, width: 0.1, rate: 2.95 });

describe('weight that goes over', () => {
  const [step] = walk.steps;
  const even = (): Float64Array => {
    const rows = new Float64Array(2 * COURSE_ROWS);
    for (let row = 0; row < COURSE_ROWS; row++) {
      const left = Math.max(0, 1 - (row * step!.duration) / (COURSE_ROWS - 1) / step!.doubleSupport);
      rows.set([-left * 0.1, -left * 0.6], 2 * row);
    }
    return rows;
  };

  it('evenly is what the step map has', () => {
    const map = createStepMap();
    const course = createWeightCourse();
    for (const from of [0, 0.04, 0.11]) {
      writeStepMap(map, step!.rate, from, step!.duration, step!.doubleSupport, 0);
      const grown = Math.exp(step!.rate * step!.duration);
      for (const pressure of [undefined, even()]) {
        writeWeightCourse(course, { ...step!, pressure }, 0.1, 0.6, from);
        expect(grown * course.left).toBeCloseTo(map.A, 1);
        expect(grown * course.place[1]).toBeCloseTo(-0.6 * map.A, 1);
      }
    }
  });

  it('late in the clip makes a sooner shift worth more', () => {
    const course = createWeightCourse();
    const late = even().map((value, i) =>
      (i / 2) * (step!.duration / (COURSE_ROWS - 1)) < step!.doubleSupport ? (i % 2 ? -0.6 : -0.1) : value,
    );
    writeWeightCourse(course, { ...step!, pressure: even() }, 0.1, 0.6, 0);
    const usual = course.place[1];
    writeWeightCourse(course, { ...step!, pressure: late }, 0.1, 0.6, 0);
    expect(course.place[1]).toBeLessThan(1.3 * usual);
  });
});
