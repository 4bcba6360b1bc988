/** Doors of the command line besides motion files: ways up, jobs and folders of batches, baselines, kept verdicts, messages of agents. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jobFlags, parseJob } from '../src/cli/batch/job.ts';
import { earlierTries } from '../src/cli/batch/journal.ts';
import { openRun } from '../src/cli/batch/prepare.ts';
import { writeBatchReport } from '../src/cli/batch/report.ts';
import { runFolder } from '../src/cli/batch/run-folder.ts';
import { statusOf } from '../src/cli/batch/status.ts';
import { keepingIo } from '../src/cli/io.ts';
import { judgeClip } from '../src/cli/judge.ts';
import { Baseline } from '../src/cli/lint/baseline.ts';
import { LintCache } from '../src/cli/lint/cache.ts';
import { ConfigFinder } from '../src/cli/lint/config.ts';
import type { LintResult } from '../src/cli/lint/lint-file.ts';
import { serveMcp } from '../src/cli/mcp/server.ts';
import { VERSION } from '../src/cli/version.ts';
import { WAY_UP } from '../src/control/rise/library.ts';
import { printWayUp, readWayUp } from '../src/control/rise/way-file.ts';
import { canTake, type RecoverabilityMap } from '../src/methods/recoverability/index.ts';
import { parseData } from '../src/motion/data-node.ts';
import { motionNamed } from '../src/performer/index.ts';
import { perform } from '../src/performer/motion.ts';
import { clipCard } from '../src/report/clip-card.ts';
import { checkPlain } from './closure.ts';
import type { Seed } from './seeds.ts';
import type { Target } from './targets.ts';

const bytes = (content: unknown): Uint8Array =>
  new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

let made: string | undefined;
/** A folder of this process; gone when it ends. */
function folder(): string {
  if (made === undefined) {
    const fresh = realpathSync(mkdtempSync(join(tmpdir(), 'poise-fuzz-')));
    made = fresh;
    process.once('exit', () => rmSync(fresh, { recursive: true, force: true }));
  }
  return made;
}

const inPlace = new Map<string, Uint8Array | string>(); // by path

/** A file with this content; what is there as it should be is not written again. */
function put(file: string, data: Uint8Array | string): string {
  const path = join(folder(), file);
  if (inPlace.get(path) === data) return path;
  if (!inPlace.has(path)) mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
  inPlace.set(path, data);
  return path;
}

const JOB = { command: 'lint', inputs: ['takes/', '**/*.glb'], out: 'run', options: { mass: 62 } };
const RUN = { version: VERSION, command: 'mend', flags: {}, optionHash: '', root: '/takes', shards: 2 };
const RUN_TEXT = JSON.stringify(RUN);
const FILES = '"a/walk.bvh"\n"b/run.bvh"\n';
const standing = perform(motionNamed('idle'));
const CARD = clipCard(standing, judgeClip(standing, {}));
const ROW = {
  id: 'ab'.repeat(32),
  file: 'a/walk.bvh',
  status: 'done',
  clips: [CARD],
  outputs: [{ file: 'a/walk.bvh', sha256: 'cd', bytes: 3 }],
};
const ROWS = `${JSON.stringify({ begin: 'b/run.bvh' })}\n${JSON.stringify(ROW)}\n`;
const MANIFEST = `${JSON.stringify(ROW)}\n`;
const KNOWN = { file: 'a.bvh', animation: '', rule: 'skate', severity: 'error', start: 0, end: 1 };
const TAKE = {
  animation: '',
  frames: 30,
  frameTime: 1 / 30,
  findings: [
    {
      rule: 'skate',
      severity: 'error',
      start: 1,
      end: 3,
      worst: 2,
      value: 0.2,
      limit: 0.1,
      unit: 'm',
      message: 'slides',
    },
  ],
};
const KEPT = { form: 1, reads: {}, result: { file: 'a.bvh', takes: [TAKE], failures: [], skipped: [] } };
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'react', arguments: { file: 'a.bvh', out: 'b.bvh', pushes: ['t=1 at=chest impulse=0,0,35'] } },
};

const job: Target = async (data) => {
  const { command, options = {} } = parseJob(text(data), 'job.json');
  return `${command} ${Object.keys(jobFlags(command, options))}`;
};

/** The folder of a run in which one file is a stranger's. */
const inRun =
  (file: string): Target =>
  async (data) => {
    const path = join(folder(), 'run');
    for (const [name, content] of Object.entries({
      'job.json': RUN_TEXT,
      'files.jsonl': FILES,
      'rows/1-of-2.jsonl': ROWS,
      'manifest.jsonl': MANIFEST,
    })) {
      put(`run/${name}`, name === file ? data : content);
    }
    const run = await openRun(path);
    const outside: string[] = [];
    for (const one of run.files) {
      const task = await run.taskOf(one);
      if (task?.output?.split('/').includes('..')) outside.push(task.output);
    }
    if (outside.length > 0) throw new Error(`would write ${outside[0]}`);
    const { rows, left } = await statusOf(run, 0);
    for (const shard of ['1-of-2', '2-of-2']) await earlierTries(runFolder(path), shard);
    const { io, printed } = keepingIo();
    await writeBatchReport(io, path, '-');
    if (
      !/NaN|undefined/.test(text(data)) &&
      /NaN|undefined/.test(printed().stdout.replace(/<script[\s\S]*<\/script>/g, ''))
    )
      throw new Error('the page of the run holds NaN');
    return `${JSON.stringify(rows)} ${left}`;
  };

const LONG_PATH = `takes/${'a'.repeat(40)}/raw/${'a'.repeat(40)}.bvh`;

/** What holds for a file whose name gives globs much to try. */
const settings: Target = async (data) => {
  const config = put('settings/poise.config.json', data);
  const found = await new ConfigFinder(config).settingsFor(join(dirname(config), LONG_PATH));
  checkPlain(found);
  return `${found.ignored} ${Object.keys(found.rules)} ${Object.keys(found.body)}`;
};

const baseline: Target = async (data) => {
  const found = await Baseline.read(put('baseline.json', data));
  const { old = [] } = found.mark({ file: 'a.bvh', takes: [TAKE], failures: [], skipped: [] } as LintResult).takes[0]!;
  return `${old.length}`;
};

/** A damaged verdict is none. */
const verdict: Target = async (data) => {
  put('cache/key.json', data);
  const found = await new LintCache(join(folder(), 'cache')).find('key');
  if (!found) return 'none';
  for (const { findings, frameTime } of found.takes) {
    if (!(frameTime > 0)) throw new Error(`a verdict with the frame time ${frameTime}`);
    for (const { message, start } of findings) if (!`${message.trim()}${start.toFixed()}`) throw new Error('empty');
  }
  for (const { message } of [...found.failures, ...found.skipped]) message.trim();
  return `${found.takes.length} ${found.failures.length}`;
};

/** Every line is answered by a line, or is a notification; what would run stays in the folder. */
const agent: Target = async (data) => {
  const answers: string[] = [];
  const place = folder();
  async function* lines() {
    yield* text(data).split('\n');
  }
  await serveMcp(lines(), (line) => answers.push(line), {
    folder: place,
    run: async (argv) => {
      const paths = argv.filter((word) => word.startsWith('/'));
      if (!paths.every((path) => path === place || path.startsWith(`${place}/`))) throw new Error(`reaches ${paths}`);
      return 0;
    },
  });
  return answers.map((line) => JSON.stringify((JSON.parse(line) as { error?: { code: number } }).error?.code)).join();
};

const map: Target = async (data) => {
  const found = parseData(text(data), 'map.json', 'a map').value as RecoverabilityMap;
  return [
    [30, 0, 0],
    [0, 0, -90],
  ]
    .map((impulse) => canTake(found, { impulse: impulse as [number, number, number], forward: [0, 1] }))
    .join();
};

export const doorTargets: Readonly<Record<string, Target>> = {
  'way up': async (data) =>
    Object.values(readWayUp(text(data), 'way.json'))
      .map((x) => Math.sign(x))
      .join(''),
  job,
  'run job': inRun('job.json'),
  'run files': inRun('files.jsonl'),
  'run rows': inRun('rows/1-of-2.jsonl'),
  manifest: inRun('manifest.jsonl'),
  settings,
  baseline,
  verdict,
  agent,
  map,
};

const SETTINGS = {
  failOn: 'warning',
  maxWarnings: 3,
  ignore: ['**/raw/*_old.bvh', 'takes/{a,b}*/**'],
  rules: { skate: 'off', pop: { severity: 'note', limit: 0.2 } },
  body: { mass: 70, height: 1.8, sex: 'female' },
  overrides: [{ files: ['takes/**/a*.bvh'], rules: { skate: 'note' } }],
};

const MAP = {
  poiseMap: 1,
  mass: 70,
  stature: 1.75,
  situation: 'stands',
  most: 200,
  cells: [0, 1, 2, 3].map((k) => ({
    time: 0.5,
    height: 'chest',
    direction: (k * Math.PI) / 2,
    plan: 20,
    noStep: 25,
    steps: 60,
    simulation: null,
  })),
};

export const doorSeeds = (): readonly Seed[] => [
  { kind: 'way up', data: bytes(printWayUp({ body: { height: 1.7, mass: 65 }, price: 1, way: WAY_UP })) },
  { kind: 'job', data: bytes(JOB) },
  { kind: 'run job', data: bytes(RUN) },
  { kind: 'run files', data: bytes(FILES) },
  { kind: 'run rows', data: bytes(ROWS) },
  { kind: 'manifest', data: bytes(MANIFEST) },
  { kind: 'settings', data: bytes(SETTINGS) },
  { kind: 'baseline', data: bytes({ version: 1, findings: [KNOWN, { ...KNOWN, rule: 'pop' }] }) },
  { kind: 'verdict', data: bytes(KEPT) },
  {
    kind: 'agent',
    data: bytes(
      `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} })}\n${JSON.stringify(CALL)}\n`,
    ),
  },
  { kind: 'map', data: bytes(MAP) },
];
