import { judge } from '../src/balance/judge.ts';
import { carrierOf } from '../src/balance/rules/carrier.ts';
import { imbalanceRuns, BALANCE_ERROR } from '../src/balance/rules/imbalance-runs.ts';
import { HELD, readTakes, FALLS } from './clips.ts';
import { nameOf } from './verdicts.ts';
import { sources } from './variations.ts';
const list: any[] = (await sources()).map(([n, c]) => ['sound', n, c]);
for (const f of [...Object.values(HELD).flat()]) for (const c of await readTakes(f)) list.push(['held', nameOf(f), c]);
for (const [set, name, clip] of list) {
  const { body, report } = judge(clip); const input = { body, clip, report };
  for (const i of imbalanceRuns(input)) { if (i.value < BALANCE_ERROR) continue; const c = carrierOf(input, i);
    console.log(set, name, i.value.toFixed(3), `${((i.run.end - i.run.start) * clip.frameTime).toFixed(2)}s`, c ? `${c.by} ${c.share.toFixed(2)}` : i.swingsBack ? 'swings' : '-'); }
}
