/** A series of events of one family: what is expected of each follows what came before. */
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import { afterCatch, type Belief, beliefIn, preparedFor } from '../../methods/anticipation/belief.ts';
import { familyCmrt, familyOf, nearestOfFamily } from '../../methods/anticipation/families/index.ts';
import type { OpenPool } from '../../methods/anticipation/pool.ts';
import type { Recording } from '../../methods/anticipation/recording.ts';
import { LOAD_UNIT, loadKind, type Scenario, withLoad } from '../../methods/anticipation/scenario.ts';
import { fixed, table } from '../text.ts';

/** One event of a series. */
export interface Throw {
  readonly belief: Belief;
  readonly prepared: number; // load that was prepared for
  readonly actual: number;
  readonly recording: Recording;
}

/** Loads of `--series 7,7,1`; throws UsageError for anything else. */
export function parseSeries(text: string): readonly number[] {
  const loads = text.split(',').map(Number);
  if (loads.every((load) => load > 0 && Number.isFinite(load)) && loads.length <= MOST) return loads;
  throw new UsageError(`--series: expected up to ${MOST} loads above 0 with commas between them, found "${text}"`);
}
const MOST = 50;

/** Runs one event after the other. The first belief is in the scenario as it is, or, where several are given, in any of `among`. */
export async function runSeries(
  scenario: Scenario,
  body: Body,
  open: OpenPool,
  loads: readonly number[],
  first: readonly number[],
): Promise<readonly Throw[]> {
  if (!familyOf(scenario) || loadKind(scenario) === 'none') {
    throw new UsageError(`--series needs a scenario with a range of loads (see --list), found "${scenario.name}"`);
  }
  const out: Throw[] = [];
  let belief = beliefIn(first);
  for (const actual of loads) {
    const prepared = preparedFor(belief);
    const believed = withLoad(scenario, prepared);
    const anticipated = familyCmrt(body, believed) ?? nearestOfFamily(body, believed);
    const pool = await open({ body, scenario: withLoad(scenario, actual) });
    try {
      out.push({ belief, prepared, actual, recording: await pool.record(anticipated) });
    } finally {
      await pool.close();
    }
    belief = afterCatch(belief, actual);
  }
  return out;
}

/** What people read. */
export function seriesTable(scenario: Scenario, series: readonly Throw[]): string {
  const unit = LOAD_UNIT[loadKind(scenario)];
  return table(
    series.map(({ prepared, belief, actual, recording: { rollout } }, k) => [
      `${k + 1}`,
      `prepared for ${fixed(prepared, 1)} ${unit} (expected ${fixed(belief.mean, 1)} ± ${fixed(belief.spread, 1)})`,
      `came ${fixed(actual, 1)} ${unit}`,
      rollout.ending.standing ? 'stands' : rollout.ending.complaints.join(', '),
    ]),
  );
}

export const seriesJson = (series: readonly Throw[]): readonly object[] =>
  series.map(({ recording: { rollout }, ...rest }) => {
    const { course: _, ...judged } = rollout;
    return { ...rest, ...judged };
  });
