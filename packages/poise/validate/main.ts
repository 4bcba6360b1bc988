/**
 * Holds Poise against captured people and force plates: `npm run validate` prints tables, `-- --json` one JSON object per
 * line, a word picks the validations whose id contains it. `-- pushes` and `-- captured-pushes` hold the answers to pushes against people (--method,
 * --count, --seed, --ground flat|y5|slope|step|lift|all, --varied for bodies drawn at random, --hits, --worst 10 --out DIR); `-- gait-hits` hits everybody who walks or runs
 * (--method, --count, --seed, --half development|held-out|both, --worst, --out); `-- gait-people` repeats 404 pushes of people on a body that walks as fast (--method, --count, --seed);
 * `-- falls` throws people down, `-- rises` lets them get up again (--count, --seed, --worst, --out); `-- layer` hits four foreign rigs through the reaction layer (--ground as above), `-- layer-expect` tells it before (--count hits), `-- layer-moves` while they walk, run and fade from one animation to another (--count per scene);
 * `-- anticipation` lets people expect balls, shoves and boxes (--seed, --evaluations of a search where somebody falls); `-- step-plan` holds the steps of pushed walkers and runners against people (--count pushes per captured gait, --seed); `-- refit` tells
 * what each parameter moves or fits some (--fit a,b --evaluations 100). They run only when they are named. Tables and figures of averages go into docs/validation.md (or the page of a
 * method) and docs/images; figures of single recordings go to out/validation, which is not part of the repository.
 */
import { resolve } from 'node:path';
import { toolArguments } from '../bench/tool-arguments.ts';
import { replaceSections, saveFile } from '../reproduce/page-sections.ts';
import { anticipatedEvents } from './anticipation/index.ts';
import { filterOnCaptures } from './balance-filter.ts';
import { capturedPushes } from './captured-pushes/index.ts';
import { damages } from './damages.ts';
import { falls } from './falls/index.ts';
import { forces } from './forces.ts';
import { gaitHits } from './gait-hits/index.ts';
import { gaitPeople } from './gait-people/index.ts';
import { HALVES, type Half } from './halves.ts';
import { expectedHits } from './layer/expect.ts';
import { layerHits } from './layer/index.ts';
import { layerMoves } from './layer/moves.ts';
import { capturedMeasures } from './measures.ts';
import { mendedMotion } from './mend.ts';
import { mendedDamages } from './mend-damages.ts';
import { plantedCaptures } from './plant/index.ts';
import { pushes } from './pushes/index.ts';
import { refit } from './refit/index.ts';
import { retargeted } from './retarget.ts';
import { rises } from './rises/index.ts';
import { smoothing } from './smoothing.ts';
import { stepPlan } from './step-plan/index.ts';
import {
  MOCAP,
  mocapPresent,
  type Outcome,
  REPOSITORY,
  type Validation,
  type ValidationOptions,
} from './validation.ts';
import { varied } from './variations.ts';
import { verdicts } from './verdicts.ts';

const validations: readonly Validation[] = [
  forces,
  smoothing,
  verdicts,
  varied,
  damages,
  filterOnCaptures,
  anticipatedEvents,
  plantedCaptures,
  capturedMeasures,
  mendedMotion,
  mendedDamages,
  pushes,
  capturedPushes,
  gaitHits,
  gaitPeople,
  falls,
  retargeted,
  rises,
  layerHits,
  layerMoves,
  expectedHits,
  refit,
  stepPlan,
];

/** Replaces the generated part of a page between the marks of one section; what has no page goes to out/validation. */
function writeSection({ id, page }: Validation, outcome: Outcome, { method, hits, ground }: ValidationOptions): void {
  const { markdown, figures, files = [] } = outcome;
  for (const { name, svg, kind } of figures) {
    saveFile(resolve(REPOSITORY, kind === 'average' ? 'docs/images' : 'out/validation', name), svg);
  }
  if (page === null) {
    const stem = resolve(
      REPOSITORY,
      'out/validation',
      `${hits ? 'hits' : id}-${method}${ground === 'flat' ? '' : `-${ground}`}`,
    );
    saveFile(`${stem}.md`, `${markdown}\n`);
    for (const { name, text } of files) saveFile(`${stem}-${name}`, text);
    return;
  }
  const pictures = figures.filter(({ kind }) => kind === 'average').map(({ name }) => `![](images/${name})`);
  const parts = [markdown, ...(pictures.length > 0 ? [pictures.join('\n')] : [])];
  replaceSections(resolve(REPOSITORY, page), [{ mark: id, markdown: parts.join('\n\n') }]);
}

function wholeNumber(text: string, name: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  console.error(`--${name} needs a whole number, found "${text}"`);
  return process.exit(2);
}

function halfNamed(text: string): Half | 'both' {
  const half = [...HALVES, 'both' as const].find((name) => name === text);
  if (half !== undefined) return half;
  console.error(`--half needs ${HALVES.join(', ')} or both, found "${text}"`);
  return process.exit(2);
}

async function main(): Promise<void> {
  const { values, positionals } = toolArguments({
    json: { type: 'boolean', default: false },
    method: { type: 'string', default: '' },
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    half: { type: 'string', default: 'both' },
    ground: { type: 'string', default: 'flat' },
    hits: { type: 'boolean', default: false },
    varied: { type: 'boolean', default: false },
    fit: { type: 'string', default: '' },
    evaluations: { type: 'string', default: '60' },
    worst: { type: 'string', default: '0' },
    out: { type: 'string', default: resolve(REPOSITORY, 'out/validation/worst') },
  });
  if (!mocapPresent()) {
    console.error(`no captures at ${MOCAP}; set POISE_MOCAP to the folder that holds them`);
    process.exitCode = 2;
    return;
  }
  const wanted = positionals[0] ?? '';
  const exact = validations.filter(({ id }) => id === wanted);
  const chosen = exact.length > 0 ? exact : validations.filter(({ id, page }) => page !== null && id.includes(wanted));
  if (chosen.length === 0) {
    console.error(`no validation "${wanted}"; known: ${validations.map(({ id }) => id).join(', ')}`);
    process.exitCode = 2;
  }
  const asked: Omit<ValidationOptions, 'method'> = {
    count: wholeNumber(values.count, 'count'),
    seed: wholeNumber(values.seed, 'seed'),
    half: halfNamed(values.half),
    hits: values.hits,
    bodies: values.varied ? 'varied' : 'known',
    ground: values.ground,
    fit: values.fit,
    evaluations: wholeNumber(values.evaluations, 'evaluations'),
    worst: wholeNumber(values.worst, 'worst'),
    out: values.out,
    say: (what) => console.error(what),
  };
  for (const validation of chosen) {
    const options = { ...asked, method: values.method || (validation.method ?? 'push-response') };
    const outcome = await validation.run(options);
    writeSection(validation, outcome, options);
    if (values.json) {
      for (const line of outcome.lines)
        console.log(JSON.stringify({ ...line, value: Number(line.value.toPrecision(4)) }));
    } else console.log(`## ${validation.id}\n\n${outcome.markdown}\n`);
  }
}

await main();
