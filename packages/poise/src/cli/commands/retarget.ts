import type { Command } from 'commander';
import { judge } from '../../balance/judge.ts';
import { writableFormat } from '../../motion/formats/index.ts';
import { retarget } from '../../retarget/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { checkFolders, checkOutputs } from '../files.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { loadClip } from '../load.ts';
import { addBorderOptions, type BorderFlags } from '../options.ts';
import { fixed, plural } from '../text.ts';
import { writeMotion } from '../write-motion.ts';

interface RetargetFlags extends BorderFlags {
  readonly out: string;
  readonly rebalance: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  poise retarget walk.bvh hero.glb -o hero-walk.glb
  poise retarget takes.glb hero.fbx --animation Run -o hero-run.fbx --no-rebalance`;

export function addRetarget(program: Command, io: Io, setExitCode: (code: ExitCode) => void): void {
  const command = program
    .command('retarget')
    .argument('<clip>', 'motion file')
    .argument('<character>', 'file of the character that is to play it')
    .description('play a clip on another character: transfer rotations, place feet and hands, restore the balance')
    .requiredOption('-o, --out <file>', 'motion file to write; in the format of the character, its mesh comes along')
    .addHelpText('after', EXAMPLES);
  addBorderOptions(command)
    .option('--no-rebalance', 'leave feet and balance as the other proportions make them')
    .option('--force', 'allow writing over an input')
    .option('--json', 'print JSON')
    .action(async (clip: string, character: string, flags: RetargetFlags) => {
      setExitCode(await play(clip, character, flags, io));
    });
}

async function play(file: string, characterFile: string, flags: RetargetFlags, io: Io): Promise<ExitCode> {
  const target = writableFormat(flags.out);
  const motion = await loadClip(file, flags);
  const character = await loadClip(characterFile, {});
  const guarded = { read: [...motion.read, ...character.read], force: flags.force ?? false };
  await checkOutputs(guarded.read, [flags.out], guarded.force); // before the work
  await checkFolders([flags.out]);
  const { clip, scale, notes } = retarget(motion.clip, character.clip, { rebalance: flags.rebalance });
  const [before, after] = [judge(motion.clip), judge(clip)];
  const beside = await writeMotion(clip, flags.out, guarded);
  if (flags.json) {
    const verdicts = { before: before.verdict.headline, after: after.verdict.headline };
    printJson(io, { input: file, character: characterFile, output: flags.out, scale, notes, ...verdicts });
  } else {
    for (const note of notes) printLine(io, `note: ${note}`);
    const what = `${plural(clip.frameCount, 'frame')} at ${fixed(1 / clip.frameTime, 2)} per second`;
    printLine(io, `${flags.out}: ${what}, ${target.title}; steps ${fixed(scale, 2)} times as long`);
    for (const line of beside) printLine(io, `  ${line}`);
    printLine(io, `before: ${before.verdict.headline}; after: ${after.verdict.headline}`);
  }
  return after.verdict.status === 'bad' ? EXIT.findings : EXIT.fine;
}
