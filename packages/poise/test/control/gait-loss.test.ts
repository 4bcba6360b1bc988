/** When a body that goes is told to be lost. */
import { describe, expect, it } from 'vitest';
import { gaitLoss } from '../../src/control/gait/gait-loss.ts';
import type { ReactionBody } from '../../src/control/reaction-body.ts';
import type { Role } from '../../src/motion/roles.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import { body as person } from '../support/still.ts';

/** A body whose joint turns at `own` [rad/s] in the clip and at `speed` in fact. */
function lossAt(role: Role, speed: number, own = 0): string {
  const v = [speed, own].map((turn) => {
    const out = new Float64Array(freedomCount(person.skeleton));
    out[3 + 3 * person.roles[role]!] = turn;
    return out;
  });
  const ws = { com: new Float64Array([0, 1, 0]) };
  const body = { failed: false, body: person, v: v[0], missing: 0, ws, reference: { v: v[1], ws } };
  return gaitLoss(body as unknown as ReactionBody, undefined, 0.9);
}

describe('a body that goes is lost', () => {
  it('where a limb turns far faster than the clip has it', () => {
    expect(lossAt('leftLowerLeg', 60)).toBe('limbs fly about');
    expect(lossAt('leftLowerLeg', 30)).toBe('');
    expect(lossAt('leftLowerLeg', 60, 45)).toBe('');
  });

  it('not where toes or hands twitch', () => {
    for (const role of ['leftToes', 'rightHand'] as const) expect(lossAt(role, 60)).toBe('');
  });
});
