import { type Command, Option } from 'commander';
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import type { Cmrt } from '../../methods/anticipation/cmrt.ts';
import { families } from '../../methods/anticipation/families/index.ts';
import { type Anticipated, localPool } from '../../methods/anticipation/pool.ts';
import { LOAD_UNIT, loadKind, loadOf, type Scenario } from '../../methods/anticipation/scenario.ts';
import { printScenario } from '../../methods/anticipation/scenario-file.ts';
import { scenarios } from '../../methods/anticipation/scenarios/index.ts';
import { ANTICIPATION_PERSON, printCmrt } from '../../methods/anticipation/solved.ts';
import { extensionOf, writableFormat } from '../../motion/formats/index.ts';
import { meshFor } from '../../performer/mannequin/mesh.ts';
import { createMannequin } from '../../performer/mannequin/skeleton.ts';
import { learnCmrt } from '../anticipate/learn.ts';
import { readCmrt, readScenarioNamed, trueScenario } from '../anticipate/scenario-flags.ts';
import { parseSeries, runSeries, seriesJson, seriesTable } from '../anticipate/series.ts';
import { threadPool } from '../anticipate/thread-pool.ts';
import { traceJson } from '../anticipate/trace-json.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { checkFolders, checkNamed, checkOutputs } from '../files.ts';
import { type Io, printJson, printLine, writeOutput } from '../io.ts';
import { loadMujoco } from '../mujoco.ts';
import { positive, whole, wholePositive } from '../options.ts';
import { fixed, plural, table } from '../text.ts';
import { writeMotion, writeMotions } from '../write-motion.ts';
import { type FileToWrite, writeTogether } from '../writing/write-files.ts';

export interface AnticipateFlags {
  readonly out?: string;
  readonly list?: boolean;
  readonly show?: boolean;
  readonly expected?: number;
  readonly actual?: number;
  readonly series?: string;
  readonly task?: number;
  readonly mode?: 'qp' | 'paper';
  readonly without?: boolean;
  readonly optimise?: boolean;
  readonly cmrt?: string;
  readonly saveCmrt?: string;
  readonly trace?: string;
  readonly workers: number;
  readonly seed: number;
  readonly evaluations?: number;
  readonly height?: number;
  readonly mass?: number;
  readonly skin: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  poise anticipate --list
  poise anticipate catch-front --expected 5 -o catch.glb
  poise anticipate catch-front --expected 3 --height 1.6 --mass 50 --without -o falls.glb
  poise anticipate catch --expected 7 --actual 0.3 -o topples.glb
  poise anticipate catch-behind --series 8,8,8,4,4,4,4,4 -o series.glb
  poise anticipate bend-fast --optimise --workers 2 --seed 1 --save-cmrt bend.json -o bend.glb
  poise anticipate catch --show > mine.json; poise anticipate mine.json -o mine.glb

Scenarios with a range (see --list) are learned over all of it, for people of any size: no search is needed within.
What was learned before (comes with Poise, or is in the cache) is used; --optimise learns it again.`;

export function addAnticipate(program: Command, io: Io, setExitCode: (code: ExitCode) => void): void {
  program
    .command('anticipate')
    .argument('[scenario]', 'name of a scenario, or a file of your own (*.json)')
    .description('simulate a person who prepares for an expected event: a fast move, a heavy ball, a push (MuJoCo)')
    .option('-o, --out <file>', 'motion file to write; its extension says which format')
    .option('--list', 'list the scenarios')
    .option('--show', 'print the scenario as JSON, to be edited')
    .option(
      '--expected <load>',
      'what the person believes: mass of the ball or box [kg], size of the push [N·s]',
      positive,
    )
    .option('--actual <load>', 'what is true (default: as expected)', positive)
    .option(
      '--series <loads>',
      'events one after the other, such as 7,7,1,1: what is expected follows what came; of scenarios with a range',
    )
    .option('--task <s>', 'how long the change of pose takes', positive)
    .addOption(new Option('--mode <mode>', 'controller (default: of the scenario)').choices(['qp', 'paper']))
    .option('--without', 'nothing is anticipated')
    .option('--optimise', 'learn, even where something was learned before')
    .option('--cmrt <file>', 'use this trajectory instead of learning one')
    .option('--save-cmrt <file>', 'write the trajectory that was used, as JSON')
    .option('--trace <file>', 'write curves and props over time, as JSON')
    .option('--workers <count>', 'threads to learn on; the result is the same for any number', wholePositive, 1)
    .option('--seed <number>', 'where the search starts from', whole, 1)
    .option('--evaluations <count>', 'most trajectories tried while learning (default: of the scenario)', wholePositive)
    .option('--height <m>', `stature (default: ${ANTICIPATION_PERSON.height})`, positive)
    .option('--mass <kg>', `body mass (default: ${ANTICIPATION_PERSON.mass})`, positive)
    .option('--no-skin', 'leave the mannequin out of glTF files')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (name: string | undefined, flags: AnticipateFlags) => {
      setExitCode(await anticipate(name, flags, io));
    });
}

/** Families with their range, scenarios with their load. */
const listing = (): string =>
  table([
    ...families.map(({ scenario, parameter, range: [least, most] }) => {
      const unit = parameter === 'task' ? 's' : LOAD_UNIT[loadKind(scenario)];
      return [scenario.name, `${least} to ${most} ${unit}`, scenario.text];
    }),
    ...scenarios.map((scenario) => {
      const kind = loadKind(scenario);
      return [scenario.name, kind === 'none' ? '' : `${fixed(loadOf(scenario), 1)} ${LOAD_UNIT[kind]}`, scenario.text];
    }),
  ]);

async function anticipate(name: string | undefined, flags: AnticipateFlags, io: Io): Promise<ExitCode> {
  if (flags.list) {
    if (flags.json)
      printJson(io, [...families.map(({ scenario, ...rest }) => ({ ...scenario, family: rest })), ...scenarios]);
    else printLine(io, listing());
    return EXIT.fine;
  }
  if (name === undefined) throw new UsageError('which scenario? poise anticipate --list shows what there is');
  const body = personFrom(flags);
  const { scenario: believed, read } = await readScenarioNamed(name, flags, body);
  if (flags.show) {
    await writeOutput(io, '-', printScenario(believed));
    return EXIT.fine;
  }
  if (flags.out === undefined && !flags.json && !flags.trace && !flags.saveCmrt) {
    throw new UsageError('where to? -o catch.glb writes the motion, --trace its curves, --json prints how it went');
  }
  refuseContradictions(flags);
  if (flags.out !== undefined) writableFormat(flags.out);
  checkNamed('--trace', flags.trace);
  checkNamed('--save-cmrt', flags.saveCmrt);
  const outputs = [flags.out, flags.trace, flags.saveCmrt].filter((file): file is string => file !== undefined);
  await checkOutputs(flags.cmrt ? [...read, flags.cmrt] : read, outputs);
  await checkFolders(outputs);
  if (flags.saveCmrt && (flags.without || (believed.parts.length > 0 && !flags.cmrt))) {
    throw new UsageError('--save-cmrt: there is no single trajectory here');
  }
  if (flags.series !== undefined) return simulateSeries(believed, body, parseSeries(flags.series), flags, io);
  return simulate(believed, body, flags, io);
}

/** A series becomes one file with an animation for each event. */
async function simulateSeries(
  scenario: Scenario,
  body: Body,
  loads: readonly number[],
  flags: AnticipateFlags,
  io: Io,
): Promise<ExitCode> {
  const series = await runSeries(scenario, body, localPool(await loadMujoco()), loads, [loadOf(scenario)]);
  if (flags.out !== undefined) {
    const clips = series.map(({ recording }, k) => ({ ...recording.clip, name: `${scenario.name}-${k + 1}` }));
    const mesh = flags.skin && /^\.gl(?:b|tf)$/.test(extensionOf(flags.out));
    const options = mesh ? { mesh: meshFor(body, body.roles, body.skeleton) } : {};
    await writeMotions(clips, flags.out, { read: [], force: undefined }, options);
  }
  if (flags.json) printJson(io, seriesJson(series));
  else printLine(io, seriesTable(scenario, series));
  return EXIT.fine;
}

/** What would be passed over in silence is said. */
function refuseContradictions({ without, cmrt, optimise, series, actual, saveCmrt, trace }: AnticipateFlags): void {
  const alone = [
    without && '--without',
    cmrt && '--cmrt',
    optimise && '--optimise',
    actual !== undefined && '--actual',
    saveCmrt && '--save-cmrt',
    trace && '--trace',
  ].filter(Boolean);
  if (series !== undefined && alone.length > 0) throw new UsageError(`--series does not go with ${alone.join(', ')}`);
  const given = [without && '--without', cmrt && '--cmrt', optimise && '--optimise'].filter(Boolean);
  if (given.length > 1) throw new UsageError(`${given.join(' and ')} contradict each other: give one of them`);
}

function personFrom(flags: AnticipateFlags): Body {
  const height = flags.height ?? ANTICIPATION_PERSON.height;
  const mass = flags.mass ?? (flags.height === undefined ? ANTICIPATION_PERSON.mass : undefined);
  return createMannequin({ height, ...(mass !== undefined && { mass }) }).body;
}

async function simulate(believed: Scenario, body: Body, flags: AnticipateFlags, io: Io): Promise<ExitCode> {
  const real = trueScenario(believed, flags);
  // one is done here; the recording at the end always is
  const here = localPool(await loadMujoco());
  const open = flags.workers === 1 ? here : threadPool(flags.workers);
  const learned = flags.without
    ? undefined
    : flags.cmrt
      ? await readCmrt(flags.cmrt, believed)
      : await learnCmrt(body, believed, open, flags, io);
  const anticipated: Anticipated = learned && 'anticipated' in learned ? learned.anticipated : learned;
  const pool = await here({ body, scenario: real });
  try {
    const recording = await pool.record(anticipated);
    const files = await writeFiles(recording, anticipated, body, real, flags);
    const { rollout } = recording;
    const load = describeLoad(believed, real);
    if (flags.json) {
      const { course: _, ...judged } = rollout;
      const how =
        learned && 'from' in learned
          ? { from: learned.from, evaluations: learned.evaluations, reason: learned.reason }
          : {};
      printJson(io, {
        scenario: believed.name,
        mode: believed.mode,
        expected: loadOf(believed),
        actual: loadOf(real),
        ...how,
        anticipated: anticipated ?? null,
        ...judged,
        outputs: files,
      });
    } else {
      const verdict = rollout.ending.standing ? 'stands' : rollout.ending.complaints.join(', ');
      printLine(
        io,
        `${believed.name}${load}: ${flags.without ? 'without anticipation' : 'with anticipation'}: ${verdict}; CoP error ${fixed(1000 * rollout.rms, 0)} mm`,
      );
      for (const file of files)
        printLine(
          io,
          `  ${file}: ${plural(recording.clip.frameCount, 'frame')} at ${fixed(1 / recording.clip.frameTime, 0)} per second`,
        );
    }
    const asExpected = loadOf(real) === loadOf(believed) && !flags.without;
    return asExpected && !rollout.ending.standing ? EXIT.findings : EXIT.fine;
  } finally {
    await pool.close();
  }
}

function describeLoad(believed: Scenario, real: Scenario): string {
  const kind = loadKind(believed);
  if (kind === 'none') return '';
  return ` (expected ${fixed(loadOf(believed), 1)} ${LOAD_UNIT[kind]}, got ${fixed(loadOf(real), 1)} ${LOAD_UNIT[kind]})`;
}

type Recorded = Parameters<typeof traceJson>[0];

/** Motion, trajectory and curves, as asked; returns the motion files. */
async function writeFiles(
  recording: Recorded,
  anticipated: Anticipated,
  body: Body,
  scenario: Scenario,
  flags: AnticipateFlags,
): Promise<readonly string[]> {
  const texts: FileToWrite[] = [];
  if (flags.trace) texts.push({ file: flags.trace, data: traceJson(recording, scenario) });
  if (flags.saveCmrt) texts.push({ file: flags.saveCmrt, data: printCmrt(anticipated as Cmrt) });
  if (!flags.out) {
    await writeTogether(texts);
    return [];
  }
  const shows = /^\.gl(?:b|tf)$/.test(extensionOf(flags.out));
  const options = {
    ...(shows && flags.skin && { mesh: meshFor(body, body.roles, body.skeleton) }),
    ...(shows && recording.props.length > 0 && { props: recording.props }),
  };
  await writeMotion(recording.clip, flags.out, { read: [], force: undefined }, options, texts);
  return [flags.out];
}
