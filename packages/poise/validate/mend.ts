/**
 * What mending does to motion of models, cameras and suits (the folder ai-motion beside the captures), and to captures. `--count` captures are drawn with
 * `--seed`; good ones shall stay as they are.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { createRng } from '../src/math/random.ts';
import { mend } from '../src/mend/index.ts';
import type { MendResult } from '../src/mend/options.ts';
import { newFaults, stretchesOf } from '../src/mend/pops.ts';
import type { Clip } from '../src/motion/clip.ts';
import { readClips } from '../src/motion/formats/index.ts';
import { type Line, MOCAP, type Outcome, table, type Validation, type ValidationOptions } from './validation.ts';

const GENERATED = resolve(MOCAP, '../ai-motion');
const CAPTURES = ['cmu-random', 'cmu-bvh', 'snu-ys2010', 'bandai-namco'];
const MOST_FRAMES = 1500; // of a capture: longer ones say the same
const DEGREE = Math.PI / 180;

interface Mended extends MendResult {
  readonly what: string;
  readonly source: Clip;
  readonly pops: number;
  readonly cpu: number; // [s] per second of clip
}

async function run({ say, count, seed }: ValidationOptions): Promise<Outcome> {
  const generated: Mended[] = [];
  const refused: string[][] = [];
  for (const file of generatedFiles()) {
    const name = `${basename(resolve(file, '..'))}/${basename(file).slice(0, 32)}`;
    try {
      for (const clip of await readClips(readFileSync(file), file, { lost: 'bridge' })) {
        say(`${name} ${clip.name}`);
        generated.push(mended(`${name}${clip.name === '' ? '' : ` ${clip.name}`}`, clip));
      }
    } catch (error) {
      refused.push([
        name,
        String((error as Error).message)
          .replace(`${file}:`, '')
          .trim(),
      ]);
    }
  }
  const captures: Mended[] = [];
  for (const file of drawn(captureFiles(), Math.min(count, 60), seed)) {
    const [clip] = await readClips(readFileSync(file), file);
    if (!clip || clip.frameCount > MOST_FRAMES || clip.roles.status !== 'humanoid') continue;
    say(file);
    captures.push(mended(`${basename(resolve(file, '..'))}/${basename(file)}`, clip));
  }
  return { lines: linesOf(generated, captures), markdown: pageOf(generated, refused, captures), figures: [] };
}

function mended(what: string, source: Clip): Mended {
  const start = process.cpuUsage().user;
  const result = mend(source);
  const cpu = (process.cpuUsage().user - start) / 1e6 / (source.frameCount * source.frameTime);
  const pops = stretchesOf(newFaults(result.body, source, result.clip), source.frameCount).length;
  return { ...result, what, source, pops, cpu };
}

function generatedFiles(): readonly string[] {
  if (!existsSync(GENERATED)) return [];
  const folders = readdirSync(GENERATED).map((name) => join(GENERATED, name));
  return folders
    .filter((folder) => statSync(folder).isDirectory())
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .sort();
}

const captureFiles = (): readonly string[] =>
  CAPTURES.map((folder) => join(MOCAP, folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => extname(file) === '.bvh')
    .sort();

/** Some of the files, by the seed. */
function drawn(files: readonly string[], count: number, seed: number): readonly string[] {
  const rng = createRng(seed);
  return files
    .map((file) => ({ file, order: rng.next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ file }) => file);
}

const errorsIn = ({ findings }: MendResult['report']['after']): number =>
  findings.filter(({ severity }) => severity === 'error').length;

const pair = (item: Mended, id: string, digits: number): string => {
  const [before, after] = [item.report.before, item.report.after].map(({ measures }) => measures[id]);
  return `${before?.toFixed(digits) ?? '–'} → ${after?.toFixed(digits) ?? '–'}`;
};

const rowOf = (item: Mended): string[] => [
  item.what,
  item.report.status,
  pair(item, 'kimodo-skate-ratio', 3),
  pair(item, 'physdiff-float', 1),
  pair(item, 'physdiff-penetrate', 1),
  pair(item, 'jitter', 0),
  `${errorsIn(item.report.before)} → ${errorsIn(item.report.after)}`,
  (100 * item.report.change.mean).toFixed(1),
  (item.report.change.turned / DEGREE).toFixed(2),
  String(item.pops),
  item.cpu.toFixed(2),
];

const HEAD = [
  'clip',
  'status',
  'skate ratio',
  'float [mm]',
  'penetration [mm]',
  'jitter [m/s³]',
  'errors',
  'moved [cm]',
  'turned [°]',
  'new pops',
  'CPU-s per s',
];

function pageOf(generated: readonly Mended[], refused: readonly string[][], captures: readonly Mended[]): string {
  const clean = generated.filter(({ report }) => errorsIn(report.after) === 0).length;
  const good = captures.filter(({ report }) => report.status === 'fine').length;
  return [
    `Generated, filmed and worn: ${clean} of ${generated.length} clips have no error left. Float counts flight. "moved" is the mean over joints and frames.`,
    table(HEAD, generated.map(rowOf)),
    'Refused, and why:',
    table(['file', 'reason'], refused),
    `Captures, drawn at random: ${captures.length}, of which ${good} are fine and stayed bit for bit.`,
    table(HEAD, captures.map(rowOf)),
  ].join('\n\n');
}

function linesOf(generated: readonly Mended[], captures: readonly Mended[]): readonly Line[] {
  const id = (what: string): string => what.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return [...generated, ...captures].flatMap(({ what, report, pops }) => {
    const [before, after] = [report.before, report.after].map(({ measures }) => measures['kimodo-skate-ratio']);
    return [
      { id: `mend/${id(what)}/errors`, value: errorsIn(report.after), unit: '' },
      { id: `mend/${id(what)}/moved`, value: report.change.mean, unit: 'm' },
      { id: `mend/${id(what)}/new-pops`, value: pops, unit: '' },
      ...(before !== undefined && after !== undefined
        ? [{ id: `mend/${id(what)}/skate-ratio`, value: after, unit: '', against: 'before', ratio: after / before }]
        : []),
    ];
  });
}

export const mendedMotion: Validation = { id: 'mend', page: 'docs/methods/mend.md', run };
