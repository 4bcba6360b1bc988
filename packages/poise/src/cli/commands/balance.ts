import { type Command, Option } from 'commander';
import { STIFFNESS_PARTS } from '../../methods/balance-filter/options.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import { number, positive } from '../options.ts';
import { addSharedOptions, runTransform, type SharedFlags } from '../transform/run-transform.ts';
import { bound, ceiling, pin, stiffness } from '../transform/specs.ts';

const EXAMPLES = `
Examples:
  poise balance reach.bvh -o reach-balanced.bvh
  poise balance limbo.glb -o under.glb --ceiling head=1.10 --stiffness knee=0.02
  poise balance limbo.bvh -o bent-back.bvh --ceiling head=1.10 --bound waist=..0
  poise balance takes/ -o balanced/ --plant --report balanced.json`;

export function addBalance(program: Command, io: Io, setExitCode: (code: ExitCode) => void): void {
  const command = program
    .command('balance')
    .argument('<files...>', 'motion files, folders or quoted globs')
    .description('write the closest clip that is in balance')
    .addHelpText('after', EXAMPLES);
  addSharedOptions(addBalanceOptions(command)).action(async (patterns: string[], flags: SharedFlags) => {
    setExitCode(await runTransform(io, 'balance', patterns, flags));
  });
}

/** Options that decide what the filter does to a clip. */
export const addBalanceOptions = (command: Command): Command =>
  command
    .option('--margin <m>', 'how far inside the support the zero moment point stays (default: 0.005)', number)
    .option(
      '--stiffness <parts>',
      `what a change costs, by part or role: knee=0.02,waist=1 (parts: ${STIFFNESS_PARTS.join(', ')})`,
      stiffness,
    )
    .option('--ceiling <role=m>', 'keep a part below a height: head=1.10, head=1.10@1-3 from 1 s to 3 s', ceiling)
    .option(
      '--bound <part=range>',
      'keep an angle of a joint in a range of degrees: waist=-60..0, chest.twist=-10..10',
      bound,
    )
    .option('--pin <role>', 'keep a part where it is: leftHand, leftHand@0.5-1.2', pin)
    .addOption(
      new Option('--zmp <mode>', 'inside the support, or on the track that [Tak00] projects').choices([
        'inside',
        'track',
      ]),
    )
    .addOption(
      new Option('--end <how>', 'how the clip ends: velocities kept, zero, free; static can be held').choices([
        'keep',
        'zero',
        'free',
        'static',
      ]),
    )
    .option('--friction <mu>', 'friction of the floor (default: 0.8)', positive)
    .addOption(
      new Option('--swing <how>', 'swinging feet stay, or may move but not come lower').choices(['keep', 'height']),
    )
    .addOption(new Option('--flight <how>', 'jumps become ballistic, or are left').choices(['ballistic', 'ignore']))
    .option('--extension <s>', 'how far changed sections reach beyond what is out of balance (default: 0.33)', number)
    .option('--plant', 'plant the feet before and after');
