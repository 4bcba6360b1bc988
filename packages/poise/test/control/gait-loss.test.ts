/** When a body that goes is told to be lost. */
import { describe, expect, it } from 'vitest';
import { gaitLoss } from '../../src/control/gait/gait-loss.ts';
import type { ReactionBody } from '../../src/control/reaction-body.ts';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { Role } from '../../src/motion/roles.ts';
import { freedomCount, restPose } from '../../src/motion/skeleton.ts';
import { body as person } from '../support/still.ts';

/** A body whose joint turns at `own` [rad/s] in the clip and at `speed` in fact. */
function lossAt(role: Role, speed: number, own = 0): string {
  const [fact, clip] = [speed, own].map((turn) => {
    const ws = createWorkspace(person);
    const v = new Float64Array(freedomCount(person.skeleton));
    v[3 + 3 * person.roles[role]!] = turn;
    forwardKinematics(person, ws, restPose(person.skeleton));
    forwardVelocity(person, ws, v);
    return ws;
  });
  const body = { failed: false, body: person, missing: 0, ws: fact, reference: { ws: clip } };
  return gaitLoss(body as unknown as ReactionBody, undefined, 0.9);
}

describe('a body that goes is lost', () => {
  it('where a limb turns far faster than the clip has it', () => {
    expect(lossAt('leftUpperLeg', 30)).toBe('limbs fly about');
    expect(lossAt('leftUpperLeg', 10)).toBe('');
    expect(lossAt('leftUpperLeg', 30, 25)).toBe('');
  });

  it('not where feet or hands flip for a frame', () => {
    for (const role of ['leftToes', 'leftFoot', 'rightHand'] as const) expect(lossAt(role, 150)).toBe('');
  });
});
