import { describe, expect, it } from 'vitest';
import { TAK2000_HIP_HEIGHT, tak2000Body } from '../../src/body/tak2000.ts';
import { restPose } from '../../src/motion/skeleton.ts';
import { comOf } from './com.ts';

describe('tak2000 figure', () => {
  it('has the masses of the table', () => {
    const { mass, roles, totalMass } = tak2000Body();
    const of = (role: keyof typeof roles): number => mass[roles[role]!];
    expect(totalMass).toBe(50);
    expect(of('hips')).toBeCloseTo(7.1, 12);
    expect(of('spine')).toBeCloseTo(17.75, 12);
    expect(of('head')).toBeCloseTo(4.05, 12);
    expect(of('leftUpperArm')).toBeCloseTo(1.4, 12);
    expect(of('rightLowerArm')).toBeCloseTo(1.1, 12);
    expect(of('leftHand')).toBe(0);
    expect(of('leftUpperLeg')).toBeCloseTo(5, 12);
    expect(of('rightLowerLeg')).toBeCloseTo(2.325, 12);
    expect(of('leftFoot')).toBeCloseTo(0.725, 12);
  });

  it.each([0.5, 1, 1.8])('stands over its soles at scale %f', (scale) => {
    const body = tak2000Body(scale);
    const z = [...body.soles[0].parts.keys()].map((k) => body.soles[0].points[3 * k + 2]);
    expect(Math.min(...z)).toBeCloseTo(-0.0546 * scale, 4);
    expect(Math.max(...z)).toBeCloseTo(0.1554 * scale, 4);
    for (const k of body.soles[0].parts.keys()) expect(body.soles[0].points[3 * k + 1]).toBeCloseTo(-0.07, 12);
    const com = comOf(body, restPose(body.skeleton));
    expect(com[2]).toBeGreaterThan(Math.min(...z));
    expect(com[2]).toBeLessThan(Math.max(...z));
    expect((com[1] + TAK2000_HIP_HEIGHT) / body.height).toBeGreaterThan(0.53);
    expect((com[1] + TAK2000_HIP_HEIGHT) / body.height).toBeLessThan(0.62);
  });
});
