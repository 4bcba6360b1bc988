import { describe, expect, it } from 'vitest';
import { judge } from '../../src/balance/judge.ts';
import { type BalanceReport, phaseAt } from '../../src/balance/report.ts';
import { GRAVITY } from '../../src/dynamics/wrench.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { standingClip } from '../support/standing.ts';

const MIDDLE = 30; // frame

const touching = ({ parts }: BalanceReport): string[] =>
  parts.filter(({ touches }) => touches[MIDDLE]).map(({ part }) => part);

/** All that carries, in body weights. */
const carried = ({ parts, feet }: BalanceReport): number =>
  [...parts, ...feet].reduce((sum, { load }) => sum + load[MIDDLE], 0);

/** A person flat on the back, the seat this far above the floor [m]. */
function lying(above: number): Clip {
  const clip = standingClip();
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let frame = 0; frame < clip.frameCount; frame++) {
    q.set([-Math.SQRT1_2, 0, 0, Math.SQRT1_2], frame * nq + 3);
    q[frame * nq + 1] = 0.11 + above;
  }
  return { ...withCoordinates(clip, q), floor: 'stated', provenance: 'captured' };
}

describe('contacts anywhere', () => {
  it('carries who lies by seat and back, and judges it', () => {
    const { report, findings } = judge(lying(0));
    expect(phaseAt(report, MIDDLE)).toBe('other');
    expect(touching(report)).toEqual(expect.arrayContaining(['chest', 'pelvis']));
    expect(report.judged[MIDDLE]).toBe(1);
    expect(report.margin[MIDDLE]).toBeGreaterThan(0);
    expect(carried(report)).toBeCloseTo(report.grf[3 * MIDDLE + 1] / (report.mass * GRAVITY), 6);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('carries who kneels by the knees', () => {
    const bent = Math.PI / 2;
    const bend = (role: string) => ({ [`left${role}`]: () => bent, [`right${role}`]: () => bent });
    const upright = standingClip({ bend: { ...bend('LowerLeg'), ...bend('Foot') } });
    const nq = coordinateCount(upright.skeleton);
    const probe = judge(upright).report.parts.find(({ part }) => part === 'lowerLeg')!;
    const q = upright.q.slice();
    for (let i = 1; i < q.length; i += nq) q[i] -= probe.clearance[MIDDLE];
    const { report, findings } = judge({ ...withCoordinates(upright, q), floor: 'stated' });
    expect(touching(report)).toEqual(['lowerLeg', 'lowerLeg']);
    expect(report.judged[MIDDLE]).toBe(1);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('says what must carry who lies in the air, and that a body lies in the floor', () => {
    const inAir = judge(lying(0.3)).findings.find(({ rule }) => rule === 'carried');
    expect(inAir?.severity).toBe('note');
    expect(inAir?.message).toMatch(/all of the weight near the (back|hips), (29|30|31) cm above the floor/);
    const sunk = judge(lying(-0.2)).findings.filter(({ rule }) => rule === 'penetration');
    expect(sunk.some(({ severity, message }) => severity === 'error' && message.includes('seat'))).toBe(true);
  });
});
