/** Saves of running methods as JSON: refused, or the character goes on in numbers. */

import type { Balancer } from '../src/methods/balancer.ts';
import { methodNamed } from '../src/methods/index.ts';
import { parseData } from '../src/motion/data-node.ts';
import { createActor } from '../src/performer/actor.ts';
import { motionNamed } from '../src/performer/index.ts';
import { perform } from '../src/performer/motion.ts';
import type { Seed } from './seeds.ts';
import type { Target } from './targets.ts';

const { body } = createActor();
const clips = { idle: perform(motionNamed('idle')), walk: perform(motionNamed('walk'), { values: { strides: 4 } }) };
const METHODS = [
  ['push-response', 'idle'],
  ['reactive-blend', 'idle'],
  ['reactive-blend', 'walk'],
  ['reactive-locomotion', 'walk'],
] as const;

const start = ([id, clip]: (typeof METHODS)[number]): Balancer =>
  methodNamed(id).start!({ body, clip: clips[clip], pushes: [] });

const chest = body.roles.chest ?? 0;

function play(balancer: Balancer, steps: number): void {
  for (let k = 0; k < steps; k++) {
    balancer.step(1 / 60);
    const wrong = balancer.q.findIndex((value) => !Number.isFinite(value));
    if (wrong >= 0) throw new Error(`the pose has ${balancer.q[wrong]} at ${wrong}`);
  }
}

/** { method: its number, save }. */
const methodSave: Target = async (data) => {
  const { value } = parseData(new TextDecoder().decode(data), 'save.json', 'a save');
  const { method, save } = (value ?? {}) as { method?: unknown; save?: unknown };
  const which = METHODS[Math.abs(Math.trunc(Number(method))) % METHODS.length] ?? METHODS[0];
  const balancer = start(which);
  const before = JSON.stringify(balancer.q);
  try {
    balancer.restore(save);
  } catch (error) {
    if (JSON.stringify(balancer.q) !== before) throw new Error(`refused, and the pose is another: ${error}`);
    throw error;
  }
  play(balancer, 20);
  balancer.push({ impulse: [10, 0, 10], segment: chest });
  play(balancer, 10);
  return `${which[0]} ${balancer.status} ${Object.keys(balancer.save() as object)}`;
};

export const methodTargets: Readonly<Record<string, Target>> = { 'method save': methodSave };

export const methodSeeds = (): readonly Seed[] =>
  METHODS.map((which, i) => {
    const balancer = start(which);
    play(balancer, 20);
    balancer.push({ impulse: [20, 0, 25], segment: chest });
    play(balancer, 25);
    const text = JSON.stringify({ method: i, save: balancer.save() });
    return { kind: 'method save', data: new TextEncoder().encode(text) };
  });
