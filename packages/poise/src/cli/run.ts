/** The command line as a function: arguments in, exit code out. */
import { Command, CommanderError } from 'commander';
import { addAnalyse } from './commands/analyse.ts';
import { addAnticipate } from './commands/anticipate.ts';
import { addBalance } from './commands/balance.ts';
import { addBatch } from './commands/batch.ts';
import { addBatchRuns } from './commands/batch-runs.ts';
import { addBody } from './commands/body.ts';
import { addConvert } from './commands/convert.ts';
import { addInfo } from './commands/info.ts';
import { addLibraryBuild } from './commands/library-build.ts';
import { addLibraryGenerate } from './commands/library-generate.ts';
import { addLibraryShow } from './commands/library-show.ts';
import { addLint } from './commands/lint.ts';
import { addMap } from './commands/map.ts';
import { addMeasure } from './commands/measure.ts';
import { addMend } from './commands/mend.ts';
import { addMethods } from './commands/methods.ts';
import { addPerform } from './commands/perform.ts';
import { addPlant } from './commands/plant.ts';
import { addReact } from './commands/react.ts';
import { addRender } from './commands/render.ts';
import { addRetarget } from './commands/retarget.ts';
import { addServe } from './commands/serve.ts';
import { addSimulate } from './commands/simulate.ts';
import { addStrip } from './commands/strip.ts';
import { addStudio } from './commands/studio.ts';
import { EXIT, explain } from './exit-codes.ts';
import { type Io, safeIo } from './io.ts';
import { VERSION } from './version.ts';

const HELP_END = `
Exit codes:
  0    the command did what was asked
  1    findings (lint), a clip that is not as asked (mend, balance, plant), or a fall (react, simulate, anticipate)
  2    wrong arguments
  3    a file could not be read or written, or holds no person
  70   a defect in Poise
  130  interrupted with Ctrl-C

Your files stay on this machine. Only batch submit and batch work talk to another one: the Redis that you name.`;

/** In the order of the help, under the headings that it shows. */
function addCommands(program: Command, io: Io, setCode: (code: number) => void): void {
  program.commandsGroup('Check clips:');
  addInfo(program, io);
  addAnalyse(program, io);
  addLint(program, io, setCode);
  addMeasure(program, io, setCode);
  addStrip(program, io);
  addRender(program, io);
  addBody(program, io);
  program.commandsGroup('Mend and convert clips:');
  addMend(program, io, setCode);
  addBalance(program, io, setCode);
  addPlant(program, io, setCode);
  addConvert(program, io);
  addRetarget(program, io, setCode);
  addBatchRuns(addBatch(program, io, setCode), io, setCode);
  program.commandsGroup('Make characters move and react:');
  addPerform(program, io);
  addReact(program, io, setCode);
  addMap(program, io);
  addSimulate(program, io, setCode);
  addAnticipate(program, io, setCode);
  addLibraryBuild(program, io);
  addLibraryShow(program, io);
  addLibraryGenerate(program, io);
  addMethods(program, io);
  program.commandsGroup('Other ways in:');
  addStudio(program, io);
  addServe(program, io, run);
}

/** Runs one command.
 *
 * ```ts
 * const code = await run(['info', 'walk.bvh'], io);
 * ```
 */
export async function run(argv: readonly string[], output: Io): Promise<number> {
  const io = safeIo(output);
  let code: number = EXIT.fine;
  const program = new Command('poise')
    .description(
      'Poise keeps animated people in balance: it checks motion clips, mends them, and makes characters answer pushes.',
    )
    .version(VERSION)
    .option('--debug', 'show where in the program an error arose')
    .addHelpText('after', HELP_END)
    .enablePositionalOptions() // what follows a command's name is the command's own
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr })
    .showHelpAfterError('(poise --help shows what there is)');
  const setCode = (found: number): void => {
    code = found;
  };
  addCommands(program, io, setCode);
  // --debug may stand anywhere, also after the command's own options.
  const debug = argv.includes('--debug');
  try {
    await program.parseAsync(
      argv.filter((argument) => argument !== '--debug'),
      { from: 'user' },
    );
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.misuse;
    const { code: failure, line } = explain(error);
    io.stderr(`poise: ${line}\n`);
    if (debug && error instanceof Error) io.stderr(`${error.stack}\n`);
    return failure;
  }
}
