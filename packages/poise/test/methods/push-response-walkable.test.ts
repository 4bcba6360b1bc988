/** Ground that carries may change while a character runs: the next push is answered on what is there then. */
import { describe, expect, it } from 'vitest';
import { PUSH_RESPONSE_DEFAULTS, type PushResponseOptions } from '../../src/methods/push-response/options.ts';
import { PushResponder } from '../../src/methods/push-response/responder.ts';
import { body, centralPush, idle } from './push-cases.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };

/** A beam from left to right below both feet. */
const BEAM = [
  [
    [-3, -0.2],
    [3, -0.2],
    [3, 0.3],
    [-3, 0.3],
  ],
] as const;

/** How far ahead [m] feet land within 2 s of a push forward. */
function landingsAfterPush(responder: PushResponder): number[] {
  const { time: _, ...push } = centralPush(idle, 0, 36, 0);
  responder.push(push);
  const landings: number[] = [];
  for (let k = 0; k < 120; k++) {
    for (const event of responder.step(1 / 60)) if (event.kind === 'step') landings.push(event.position[2]);
  }
  return landings;
}

describe('ground that changes', () => {
  it('is landed on from the next push on, and not beside it', () => {
    const options: Open<PushResponseOptions> = { ...PUSH_RESPONSE_DEFAULTS };
    const responder = new PushResponder(body, idle, options);
    options.walkable = BEAM;
    for (const ahead of landingsAfterPush(responder)) expect(ahead).toBeLessThan(0.3);
    responder.begin(0);
    options.walkable = [];
    expect(Math.max(...landingsAfterPush(responder))).toBeGreaterThan(0.4);
  });

  it('carries nothing while nobody was pushed, and something after a push', () => {
    const responder = new PushResponder(body, idle, PUSH_RESPONSE_DEFAULTS);
    responder.step(1 / 60);
    expect(responder.carried).toEqual([0, 0]);
    const { time: _, ...push } = centralPush(idle, 0, 12, 0);
    responder.push(push);
    for (let k = 0; k < 12; k++) responder.step(1 / 60);
    expect(responder.carried[1]).toBeGreaterThan(4);
    expect(Math.abs(responder.carried[0])).toBeLessThan(responder.carried[1]);
  });
});
