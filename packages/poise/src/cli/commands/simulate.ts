import { type Command, Option } from 'commander';
import { UsageError } from '../../errors.ts';
import { type AnticipatedClip, anticipateClip } from '../../methods/anticipation/index.ts';
import { durationOf } from '../../motion/clip.ts';
import { writableFormat } from '../../motion/formats/index.ts';
import { type FollowResult, followClip, GAINS, TIGHT_GAINS } from '../../sim/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { checkFolders, checkOutputs } from '../files.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { personOf } from '../judge.ts';
import { createShareBar } from '../lint/progress.ts';
import { loadClip } from '../load.ts';
import { loadMujoco } from '../mujoco.ts';
import {
  addBodyOptions,
  addBorderOptions,
  type BodyFlags,
  type BorderFlags,
  positive,
  whole,
  wholePositive,
} from '../options.ts';
import { type PushSpec, parsePush, pushToTrack } from '../push.ts';
import { fixed, plural } from '../text.ts';
import { writeMotion } from '../write-motion.ts';

export interface SimulateFlags extends BorderFlags, BodyFlags {
  readonly out: string;
  readonly push?: readonly PushSpec[];
  readonly mode?: 'qp' | 'paper';
  readonly track?: 'loose' | 'tight';
  readonly joints?: 'main' | 'massive';
  readonly step: boolean;
  readonly anticipate?: boolean;
  readonly seed?: number;
  readonly tries?: number;
  readonly seconds?: number;
  readonly force?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  poise simulate idle.bvh --push "t=1 at=chest impulse=0,0,30" -o out.glb
  poise simulate squat.bvh --track tight -o out.bvh
  poise simulate idle.bvh --push "t=1.2 impulse=0,0,45" --no-step -o falls.bvh
  poise simulate idle.bvh --push "t=1.2 impulse=0,0,45" --no-step --anticipate -o leans.bvh

Standing, walking and turning are followed; runs, jumps and fast walks fall. Needs the package @mujoco/mujoco.`;

export function addSimulate(program: Command, io: Io, setExitCode: (code: ExitCode) => void): void {
  const command = program
    .command('simulate')
    .argument('<file>', 'motion file: somebody who stands or walks')
    .description('let a physically simulated person follow a clip, with gravity, pushes and the ground (MuJoCo)')
    .requiredOption('-o, --out <file>', 'motion file to write; its extension says which format')
    .option(
      '--push <push>',
      'a push, impulse [N·s] as left,up,forward of the character. Repeatable. Example: "t=1 at=chest impulse=0,0,35 duration=0.1"',
      (text: string, before: readonly PushSpec[] = []) => [...before, parsePush(text)],
    )
    .addOption(
      new Option('--mode <mode>', 'how it balances: within what ground and joints allow, or by [Rabbani14] eq. 6')
        .choices(['qp', 'paper'])
        .default('qp'),
    )
    .addOption(
      new Option('--track <how>', 'how closely it keeps to the clip when balance is at stake')
        .choices(['loose', 'tight'])
        .default('loose'),
    )
    .addOption(
      new Option('--joints <which>', 'joints that move: one each for trunk, neck and limbs, or all that move mass')
        .choices(['main', 'massive'])
        .default('main'),
    )
    .option('--no-step', 'never take a step to keep balance')
    .option('--anticipate', 'the pushes are known before they come: learns to lean against them')
    .option('--seed <number>', 'with --anticipate: where the search starts from (default: 1)', whole)
    .option('--tries <count>', 'with --anticipate: most simulations (default: 200)', wholePositive)
    .option('--seconds <s>', 'length of the result (default: the clip, and two seconds after the last push)', positive)
    .option('--force', 'allow writing over the input')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES);
  addBodyOptions(addBorderOptions(command)).action(async (file: string, flags: SimulateFlags) => {
    setExitCode(await simulate(file, flags, io));
  });
}

async function simulate(file: string, flags: SimulateFlags, io: Io): Promise<ExitCode> {
  const target = writableFormat(flags.out);
  if (!flags.anticipate && (flags.seed !== undefined || flags.tries !== undefined)) {
    throw new UsageError('--seed and --tries belong to --anticipate');
  }
  const { clip, read } = await loadClip(file, flags);
  const body = personOf(clip, flags);
  const forces = (flags.push ?? []).map((push) => pushToTrack(push, body, clip));
  await checkOutputs(read, [flags.out], flags.force ?? false); // before the work
  await checkFolders([flags.out]);
  const mujoco = await loadMujoco();
  const bar = createShareBar(io, flags.anticipate ? 'learning' : 'simulating');
  const options = {
    forces,
    mode: flags.mode ?? 'qp',
    gains: flags.track === 'tight' ? TIGHT_GAINS : GAINS,
    joints: flags.joints ?? 'main',
    stepping: flags.step,
    seconds: flags.seconds,
    onProgress: bar.show,
  };
  const learned = flags.anticipate
    ? anticipateClip(mujoco, body, clip, {
        ...options,
        ...(flags.seed !== undefined && { seed: flags.seed }),
        ...(flags.tries !== undefined && { maxEvaluations: flags.tries }),
      })
    : undefined;
  const result = learned?.result ?? followClip(mujoco, body, clip, options);
  bar.clear();
  const beside = await writeMotion(result.clip, flags.out, { read, force: flags.force ?? false });
  if (flags.json) printJson(io, outcomeJson(file, flags.out, result, learned));
  else {
    for (const line of outcomeLines(`${flags.out}: ${result.status}`, target.title, result, learned))
      printLine(io, line);
    for (const line of beside) printLine(io, `  ${line}`);
  }
  return result.status === 'stands' ? EXIT.fine : EXIT.findings;
}

/** How it went, for programs. */
function outcomeJson(input: string, output: string, result: FollowResult, learned: AnticipatedClip | undefined) {
  const { status, reason, fellAt, trackingError, trunkError, comError, steps, clip } = result;
  return {
    input,
    output,
    status,
    reason,
    fellAt: fellAt ?? null,
    trackingError,
    trunkError,
    comError,
    steps,
    seconds: durationOf(clip),
    anticipated: learned ? { cmrt: learned.cmrt, tries: learned.evaluations } : null,
  };
}

/** How it went, for people. */
function outcomeLines(
  what: string,
  format: string,
  result: FollowResult,
  learned: AnticipatedClip | undefined,
): readonly string[] {
  const { clip, reason, fellAt, trackingError, trunkError, comError, steps } = result;
  const frames = `${plural(clip.frameCount, 'frame')} at ${fixed(1 / clip.frameTime, 2)} per second`;
  const degrees = (angle: number, digits: number): string => `${fixed((180 / Math.PI) * angle, digits)}°`;
  const joints = `joints ${degrees(trackingError, 1)} from the clip on average`;
  return [
    `${what}, ${frames}, ${format}`,
    `${joints}, CoM ${fixed(100 * comError, 1)} cm, trunk ${degrees(trunkError, 0)} at most, ${plural(steps, 'step')} of its own`,
    ...(learned ? [`leans against what comes, learned in ${plural(learned.evaluations, 'simulation')}`] : []),
    ...(reason !== '' ? [fellAt === undefined ? reason : `${reason} at ${fixed(fellAt, 2)} s`] : []),
  ];
}
