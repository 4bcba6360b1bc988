import { type Command, InvalidArgumentError } from 'commander';
import { nearestWord } from '../../math/nearest-word.ts';
import { MEND_STAGES, type MendStageId } from '../../mend/stage.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import { notNegative } from '../options.ts';
import { addSharedOptions, runTransform, type SharedFlags } from '../transform/run-transform.ts';

const EXAMPLES = `
Examples:
  poise mend generated.npz -o mended.bvh
  poise mend takes/ -o mended/ --report mended.json
  poise mend dance.bvh -o dance-mended.bvh --skip balance,hands`;

export function addMend(program: Command, io: Io, setExitCode: (code: ExitCode) => void): void {
  const command = program
    .command('mend')
    .argument('<files...>', 'motion files, folders or quoted globs')
    .description('repair generated, filmed or captured motion in one pass')
    .addHelpText('after', EXAMPLES);
  addSharedOptions(addMendOptions(command)).action(async (patterns: string[], flags: SharedFlags) => {
    setExitCode(await runTransform(io, 'mend', patterns, flags));
  });
}

/** Options that decide what mending does to a clip. */
export const addMendOptions = (command: Command): Command =>
  command
    .option('--skip <stages>', `leave stages out: ${MEND_STAGES.join(', ')}`, stagesOf)
    .option('--only <stages>', 'run these stages alone, also on a clip that is judged fine', stagesOf)
    .option('--all', 'work on clips that are judged fine, too')
    .option('--hands <m>', 'most that mending moves a hand by (default: 0.05)', notNegative)
    .option('--mend-held', 'change posture also where a seat, hands or something unseen seem to hold the body');

function stagesOf(text: string): readonly MendStageId[] {
  return text.split(',').map((word) => {
    const name = word.trim();
    const found = MEND_STAGES.find((stage) => stage === name);
    if (found) return found;
    const near = nearestWord(name, MEND_STAGES);
    throw new InvalidArgumentError(
      `"${name}" is no stage${near === undefined ? '' : `; did you mean "${near}"?`} Stages are ${MEND_STAGES.join(', ')}.`,
    );
  });
}
