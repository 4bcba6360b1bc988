import { type Command, Option } from 'commander';
import { UsageError } from '../../errors.ts';
import { extensionOf, writableFormat } from '../../motion/formats/index.ts';
import { motionNamed, motions } from '../../performer/index.ts';
import { meshFor } from '../../performer/mannequin/mesh.ts';
import { MANNEQUIN_DEFAULTS } from '../../performer/mannequin/skeleton.ts';
import { actorFor, type PerformerMotion, type PerformOptions, perform } from '../../performer/motion.ts';
import { isSwitch, isWhole, type Parameter, withUnit } from '../../performer/parameters.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { number, positive, whole } from '../options.ts';
import { fixed, plural, table } from '../text.ts';
import { writeMotion } from '../write-motion.ts';

interface PerformFlags extends Readonly<Record<string, unknown>> {
  readonly out?: string;
  readonly preset?: string;
  readonly height?: number;
  readonly mass?: number;
  readonly sex?: 'female' | 'male';
  readonly fps?: number;
  readonly skin: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  poise perform --list
  poise perform walk --speed 1.6 -o walk.glb
  poise perform stretch --preset balanced --height 1.6 --mass 52 -o stretch.bvh

poise perform <motion> --help shows the parameters of a motion.`;

/** One sub-command per motion; its options come from the motion's parameters. */
export function addPerform(program: Command, io: Io): void {
  const command = program
    .command('perform')
    .description('write a motion that Poise makes by itself: idle, walk, run, squat …')
    .argument('[motion]', 'which motion')
    .option('--list', 'list the motions and their parameters')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .enablePositionalOptions() // what follows a motion's name is the motion's own
    .allowUnknownOption() // so that an unknown motion is told before its options
    .allowExcessArguments()
    .action((motion: string | undefined, flags: { list?: boolean; json?: boolean }) => {
      if (motion !== undefined) motionNamed(motion); // known ones are sub-commands, so this one is not
      if (!flags.list) throw new UsageError('which motion? poise perform --list shows what there is');
      if (flags.json) printJson(io, motions.map(describe));
      else printLine(io, listing());
    });
  for (const motion of motions) addMotion(command, motion, io);
}

function addMotion(parent: Command, motion: PerformerMotion, io: Io): void {
  const command = parent.command(motion.id).description(motion.text);
  command.requiredOption('-o, --out <file>', 'motion file to write; its extension says which format');
  for (const parameter of motion.parameters) addParameter(command, parameter);
  if (motion.presets) {
    const texts = motion.presets.map(({ id, text }) => `${id}: ${text}`).join('; ');
    command.option('--preset <name>', texts);
  }
  command
    .option('--height <m>', `stature (default: ${MANNEQUIN_DEFAULTS.height})`, positive)
    .option('--mass <kg>', 'body mass (default: from stature)', positive)
    .addOption(new Option('--sex <sex>', 'proportions (default: mean)').choices(['female', 'male']))
    .option('--fps <rate>', 'frames per second (default: as performed, mostly 60)', positive)
    .option('--no-skin', 'leave the mannequin out of glTF files')
    .option('--json', 'print JSON')
    .action(async (flags: PerformFlags) => write(motion, flags, io));
  const own = motion.parameters.map(({ name }) => `--${name}`).join(', ');
  command.showHelpAfterError(`(${motion.id} takes ${own}; poise perform ${motion.id} --help shows all)`);
}

/** A switch takes no value; counts take whole numbers. */
function addParameter(command: Command, parameter: Parameter): void {
  const { name, text, unit, min, max, default: value } = parameter;
  if (isSwitch(parameter)) {
    command.option(`--${name}`, text);
    return;
  }
  const range = `${withUnit(`${min} to ${max}`, unit)}, default ${value}`;
  command.option(`--${name} <number>`, `${text} (${range})`, isWhole(parameter) ? whole : number);
}

async function write(motion: PerformerMotion, flags: PerformFlags, io: Io): Promise<void> {
  const out = flags.out ?? '';
  const target = writableFormat(out);
  const asked = performOptions(motion, flags);
  const clip = perform(motion, asked);
  const options = flags.skin && SKINNED.includes(extensionOf(out)) ? { mesh: skinFor(motion, asked) } : {};
  const beside = await writeMotion(clip, out, { read: [], force: false }, options);
  const fps = 1 / clip.frameTime;
  if (flags.json) {
    printJson(io, { output: out, motion: motion.id, format: target.id, frames: clip.frameCount, fps });
    return;
  }
  printLine(
    io,
    `${out}: ${motion.id}, ${plural(clip.frameCount, 'frame')} at ${fixed(fps, 2)} per second, ${target.title}`,
  );
  for (const line of beside) printLine(io, `  ${line}`);
}

/** Formats that can show a surface. */
const SKINNED = ['.glb', '.gltf'];

function skinFor(motion: PerformerMotion, asked: Partial<PerformOptions>) {
  const { body } = actorFor(motion, asked);
  return meshFor(body, body.roles, body.skeleton);
}

function performOptions(motion: PerformerMotion, flags: PerformFlags): Partial<PerformOptions> {
  const { preset, height, mass, sex, fps } = flags;
  const given = motion.parameters.filter(({ name }) => flags[name] !== undefined);
  return {
    values: Object.fromEntries(given.map(({ name }) => [name, Number(flags[name])])), // a switch that is given is 1
    body: { ...(height !== undefined && { height }), ...(mass !== undefined && { mass }), ...(sex && { sex }) },
    ...(preset !== undefined && { preset }),
    ...(fps !== undefined && { fps }),
  };
}

const describe = ({ id, title, text, loops, balanced, parameters, presets = [] }: PerformerMotion) => ({
  id,
  title,
  text,
  loops,
  balanced,
  parameters,
  presets: presets.map(({ id: name, text: about, values }) => ({ id: name, text: about, values })),
});

/** Motions, what they are, and their parameters with default and unit. */
function listing(): string {
  const rows = motions.map(({ id, text, parameters, presets = [] }) => {
    const names = parameters.map((parameter) => {
      const { name, unit, default: value } = parameter;
      return isSwitch(parameter) ? `--${name}` : `--${name} ${withUnit(value, unit)}`;
    });
    const more = presets.map((preset) => `--preset ${preset.id}`);
    return [
      [id, text],
      ['', [...names, ...more].join(', ')],
    ];
  });
  return table(rows.flat());
}
