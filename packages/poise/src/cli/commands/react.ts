import { type Command, InvalidArgumentError, Option } from 'commander';
import { STRATEGIES, type Strategy } from '../../methods/push-response/response.ts';
import { BRACINGS } from '../../methods/reactive-locomotion/options.ts';
import { writableFormat } from '../../motion/formats/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { checkFolders, checkOutputs } from '../files.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { createShareBar } from '../lint/progress.ts';
import { loadClip } from '../load.ts';
import { addBodyOptions, addBorderOptions } from '../options.ts';
import { type PushSpec, parsePush } from '../push.ts';
import { type BallSpec, parseBall } from '../react/balls.ts';
import { reactMethodIds } from '../react/choose-method.ts';
import { checkHits, type ReactClipFlags, reactClip } from '../react/react-clip.ts';
import { parseTrip, type TripSpec } from '../react/trips.ts';
import { fixed, plural } from '../text.ts';
import { writeMotion } from '../write-motion.ts';

interface ReactFlags extends ReactClipFlags {
  readonly out: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  poise react idle.bvh --push "t=1 at=chest impulse=0,0,35" -o out.glb
  poise react idle.bvh --push "t=1 impulse=0,0,20" --push "t=1.6 impulse=0,0,-25" --library mine.poise.json -o out.bvh
  poise react idle.bvh --push "t=1 impulse=0,0,180" --get-up -o fallen.glb
  poise react walk.bvh --trip "t=1.2 foot=left for=0.15" -o trips.bvh
  poise react idle.bvh --push "t=1 impulse=18,0,0" --allow hip,arm -o beam.bvh
  poise react walk.bvh --push "t=1.2 at=head impulse=-20,0,40" --ball "t=3 mass=3 speed=9 from=left at=torso" -o out.bvh`;

function strategies(text: string): readonly Strategy[] {
  const wanted = text.split(',');
  const wrong = wanted.find((word) => !STRATEGIES.includes(word as Strategy));
  if (wrong !== undefined) throw new InvalidArgumentError(`Expected ${STRATEGIES.join(', ')}, found "${wrong}".`);
  return wanted as Strategy[];
}

function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 3600) return value;
  throw new InvalidArgumentError('Expected a number above 0, up to 3600.');
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value < 1) return value;
  throw new InvalidArgumentError('Expected a number between 0 and 1.');
}

function upToASecond(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Expected seconds from 0 to 1.');
}

function upToAMinute(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 60) return value;
  throw new InvalidArgumentError('Expected seconds from 0 to 60.');
}

function factor(text: string): number {
  const value = Number(text);
  if (value > 0 && value < 100) return value;
  throw new InvalidArgumentError('Expected a number above 0, below 100.');
}

/** One --walkable argument: corners "x,z x,z x,z" in metres. */
function corners(
  text: string,
  before: readonly (readonly (readonly [number, number])[])[] = [],
): readonly (readonly (readonly [number, number])[])[] {
  const polygon = text
    .trim()
    .split(/\s+/)
    .map((corner) => corner.split(',').map(Number));
  if (polygon.length < 3 || !polygon.every((corner) => corner.length === 2 && corner.every(Number.isFinite))) {
    throw new InvalidArgumentError('Expected three or more corners in metres, as in "-0.2,-2 0.2,-2 0.2,2 -0.2,2".');
  }
  return [...before, polygon as unknown as readonly (readonly [number, number])[]];
}

export function addReact(program: Command, io: Io, setExitCode: (code: ExitCode) => void): void {
  const command = program
    .command('react')
    .argument('<file>', 'motion file: somebody who stands, walks or runs')
    .description('make the person in a clip answer pushes, and write the resulting motion')
    .requiredOption('-o, --out <file>', 'motion file to write; its extension says which format')
    .addHelpText('after', EXAMPLES);
  addReactOptions(command)
    .option('--force', 'allow writing over the input')
    .option('--json', 'print JSON')
    .action(async (file: string, flags: ReactFlags) => {
      setExitCode(await react(file, flags, io));
    });
}

/** Options that decide how a clip is read, what hits the character and how it answers. */
export const addReactOptions = (command: Command): Command =>
  addBodyOptions(addBorderOptions(command))
    .option(
      '--push <push>',
      'a push, impulse [N·s] as left,up,forward of the character. Repeatable. Example: "t=1 at=chest impulse=0,0,35 duration=0.1"',
      (text: string, before: readonly PushSpec[] = []) => [...before, parsePush(text)],
    )
    .option(
      '--ball <ball>',
      'a ball that hits, mass [kg], speed [m/s]. Repeatable. Example: "t=1 mass=3 speed=9 from=left at=torso"',
      (text: string, before: readonly BallSpec[] = []) => [...before, parseBall(text)],
    )
    .option(
      '--trip <trip>',
      'something holds a swinging foot for so long [s]. Repeatable. Example: "t=1.2 foot=left for=0.15"',
      (text: string, before: readonly TripSpec[] = []) => [...before, parseTrip(text)],
    )
    .option(
      '--method <id>',
      `how it answers: ${reactMethodIds.join(', ')} (default: the one that fits what the character does)`,
    )
    .option('--library <file>', 'responses to choose from, *.poise.json (default: the built-in ones)')
    .option(
      '--allow <strategies>',
      `which strategies it may use: ${STRATEGIES.join(',')} (on a beam: hip,arm)`,
      strategies,
    )
    .option('--walkable <corners>', 'ground it may step on, a convex polygon "x,z x,z …" [m]. Repeatable', corners)
    .addOption(
      new Option('--bracing <how>', 'walking: how hard it fights for its line (default: usual)').choices(BRACINGS),
    )
    .option('--beta <share>', 'walking: share of the lean that each step takes back (default: 0.7)', share)
    .option('--delay <s>', 'walking: time before a hit is answered (default: 0.15)', upToASecond)
    .option('--strength <factor>', 'walking: of legs and hips, times those of the model person (default: 1)', factor)
    .option('--seconds <s>', 'length of the result; standing or walking goes on past the end of the clip', positive)
    .option(
      '--get-up [s]',
      'whoever falls gets up again, so many seconds after coming to rest (default: 0.7)',
      upToAMinute,
    )
    .option(
      '--way-up <file>',
      'how it gets up: a file of `poise library generate --get-up` (default: the built-in way)',
    );

async function react(file: string, flags: ReactFlags, io: Io): Promise<ExitCode> {
  checkHits(flags);
  const target = writableFormat(flags.out);
  const { clip, read } = await loadClip(file, flags);
  await checkOutputs(read, [flags.out], flags.force ?? false); // before the work
  await checkFolders([flags.out]);
  const bar = createShareBar(io, 'answering');
  const { clip: answered, method, outcome, check, lines, events, notes } = await reactClip(clip, flags, bar.show);
  bar.clear();
  const beside = await writeMotion(answered, flags.out, { read, force: flags.force ?? false });
  if (flags.json) {
    printJson(io, {
      input: file,
      output: flags.out,
      method,
      outcome,
      check,
      frames: answered.frameCount,
      events,
      notes,
    });
  } else {
    for (const note of notes) printLine(io, `note: ${note}`);
    for (const { time, text } of events) printLine(io, `${fixed(time, 2)} s: ${text}`);
    for (const line of lines) printLine(io, line);
    const what = `${plural(answered.frameCount, 'frame')} at ${fixed(1 / answered.frameTime, 2)} per second`;
    printLine(io, `${flags.out}: ${outcome.status}, ${what}, ${target.title}`);
    for (const line of beside) printLine(io, `  ${line}`);
    if (!outcome.achieved) printLine(io, outcome.reason);
  }
  return outcome.achieved ? EXIT.fine : EXIT.findings;
}
