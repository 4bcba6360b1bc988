/** The scenarios that come with Poise: JSON files beside this one, read by the same rules as a user's own. */
import { UsageError } from '../../../errors.ts';
import { families } from '../families/index.ts';
import type { Scenario } from '../scenario.ts';
import { readScenario } from '../scenario-file.ts';
import bendFast from './bend-fast.json' with { type: 'json' };
import bendFastPaper from './bend-fast-paper.json' with { type: 'json' };
import bendSide from './bend-side.json' with { type: 'json' };
import bendSlow from './bend-slow.json' with { type: 'json' };
import bendSlowPaper from './bend-slow-paper.json' with { type: 'json' };
import catchBall from './catch.json' with { type: 'json' };
import catchPaper from './catch-paper.json' with { type: 'json' };
import catchShoulder from './catch-shoulder.json' with { type: 'json' };
import chain from './chain.json' with { type: 'json' };
import dominoes from './dominoes.json' with { type: 'json' };
import dominoesPaper from './dominoes-paper.json' with { type: 'json' };
import kick from './kick.json' with { type: 'json' };
import kickBack from './kick-back.json' with { type: 'json' };
import kickPaper from './kick-paper.json' with { type: 'json' };
import punch from './punch.json' with { type: 'json' };
import punchPaper from './punch-paper.json' with { type: 'json' };
import pushSide from './push-side.json' with { type: 'json' };

const files: readonly { readonly name: string }[] = [
  bendFast,
  bendSlow,
  kick,
  punch,
  catchBall,
  dominoes,
  chain,
  kickBack,
  bendSide,
  catchShoulder,
  pushSide,
  bendFastPaper,
  bendSlowPaper,
  kickPaper,
  punchPaper,
  catchPaper,
  dominoesPaper,
];

export const scenarios: readonly Scenario[] = files.map((file) => readScenario(file, `${file.name}.json`));

/** A built-in scenario by its name, also the middle one of a family. Throws UsageError naming the known ones. */
export function scenarioNamed(name: string): Scenario {
  const all = [...families.map(({ scenario }) => scenario), ...scenarios];
  const found = all.find((scenario) => scenario.name === name);
  if (found) return found;
  throw new UsageError(`there is no scenario "${name}"; Poise knows: ${all.map((each) => each.name).join(', ')}`);
}
