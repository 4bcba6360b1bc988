/** Scenarios and trajectories as the command line names them. */
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import type { Cmrt } from '../../methods/anticipation/cmrt.ts';
import { familyOf } from '../../methods/anticipation/families/index.ts';
import { memberOf, parameterOf } from '../../methods/anticipation/family.ts';
import { type Scenario, withLoad, withTask } from '../../methods/anticipation/scenario.ts';
import { parseScenario } from '../../methods/anticipation/scenario-file.ts';
import { scenarioNamed } from '../../methods/anticipation/scenarios/index.ts';
import { checkCmrtFits, parseCmrt } from '../../methods/anticipation/solved.ts';
import { readText } from '../files.ts';

interface ScenarioFlags {
  readonly expected?: number;
  readonly actual?: number;
  readonly task?: number;
  readonly mode?: 'qp' | 'paper';
}

/** A built-in scenario; one of a family in proportion to the person. */
function builtIn(name: string, body: Body): Scenario {
  const scenario = scenarioNamed(name);
  const family = familyOf(scenario);
  return family ? memberOf(family, parameterOf(scenario, family.parameter), body) : scenario;
}

/** The scenario as the person believes it to be: a built-in one by name, or a file. */
export async function readScenarioNamed(
  name: string,
  flags: ScenarioFlags,
  body: Body,
): Promise<{ readonly scenario: Scenario; readonly read: readonly string[] }> {
  const isFile = name.endsWith('.json');
  const text = isFile ? await readText(name) : '';
  let scenario = isFile ? parseScenario(text, name) : builtIn(name, body);
  if (flags.mode) scenario = { ...scenario, mode: flags.mode };
  if (flags.task !== undefined) scenario = withTask(scenario, flags.task);
  if (flags.expected !== undefined) scenario = withLoad(scenario, flags.expected);
  return { scenario, read: isFile ? [name] : [] };
}

/** The same as it really is. */
export const trueScenario = (believed: Scenario, flags: ScenarioFlags): Scenario =>
  flags.actual === undefined ? believed : withLoad(believed, flags.actual);

/** A trajectory from a file, for a scenario that it fits. */
export async function readCmrt(file: string, scenario: Scenario): Promise<Cmrt> {
  const cmrt = parseCmrt(await readText(file), file);
  try {
    checkCmrtFits(cmrt, scenario);
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
  return cmrt;
}
