import type { Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import { number } from '../options.ts';
import { addSharedOptions, runTransform, type SharedFlags } from '../transform/run-transform.ts';

const EXAMPLES = `
Examples:
  poise plant walk.bvh -o planted.bvh
  poise plant "takes/*.glb" -o planted/ --json`;

export function addPlant(program: Command, io: Io, setExitCode: (code: ExitCode) => void): void {
  const command = program
    .command('plant')
    .argument('<files...>', 'motion files, folders or quoted globs')
    .description('plant the feet: standing feet no longer slide, float or sink')
    .addHelpText('after', EXAMPLES);
  addSharedOptions(addPlantOptions(command)).action(async (patterns: string[], flags: SharedFlags) => {
    setExitCode(await runTransform(io, 'plant', patterns, flags));
  });
}

/** Options that decide what planting does to a clip. */
export const addPlantOptions = (command: Command): Command =>
  command
    .option('--keep-ground', 'do not raise or lower the clip as a whole')
    .option('--most-shift <m>', 'a foot that slides farther does so on purpose and is left (default: 0.3)', number);
