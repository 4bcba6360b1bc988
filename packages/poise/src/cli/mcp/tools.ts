/** What agents can ask Poise for: each tool is a command of the command line with JSON out. */
import { readFile } from 'node:fs/promises';
import { UsageError } from '../../errors.ts';
import type { Confine } from './confine.ts';

export interface Property {
  readonly type: 'string' | 'number' | 'array';
  readonly description: string;
  readonly items?: { readonly type: 'string' };
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly required: readonly string[];
  /** Arguments of `poise`, paths already confined. */
  readonly argv: (
    given: Readonly<Record<string, string>>,
    lists: Readonly<Record<string, readonly string[]>>,
  ) => string[];
  readonly picture?: string; // property that names a picture to send back
}

const FILE: Property = {
  type: 'string',
  description: 'motion file (.bvh, .glb, .fbx, .npz …), relative to the folder of the server',
};
const OUT: Property = { type: 'string', description: 'motion file to write; its extension says which format' };

/** Properties that are paths. */
export const PATHS: ReadonlySet<string> = new Set(['file', 'out']);

export const TOOLS: readonly Tool[] = [
  {
    name: 'info',
    description: 'What a motion file holds: takes, frames, rig and roles, and what was inferred (unit, axes, floor).',
    properties: { file: FILE },
    required: ['file'],
    argv: ({ file }) => ['info', file, '--json'],
  },
  {
    name: 'judge',
    description:
      'Whether a motion is plausible or physically impossible: one verdict, and findings with frames, sizes and causes.',
    properties: { file: FILE, animation: { type: 'string', description: 'which take; the first by default' } },
    required: ['file'],
    argv: ({ file, animation }) => [
      'analyse',
      file,
      '--json',
      '--brief',
      ...(animation ? ['--animation', animation] : []),
    ],
  },
  {
    name: 'measure',
    description: 'Foot skate, floating, penetration, jitter and others by their published definitions.',
    properties: { file: FILE },
    required: ['file'],
    argv: ({ file }) => ['measure', file, '--json'],
  },
  {
    name: 'mend',
    description: 'Repairs a motion in one pass (gaps, jitter, floor, feet, flight, balance) and writes the result.',
    properties: { file: FILE, out: OUT },
    required: ['file', 'out'],
    argv: ({ file, out }) => ['mend', file, '-o', out, '--json'],
  },
  {
    name: 'react',
    description: 'Pushes the character of a clip and writes how it answers: by leaning, stepping or falling.',
    properties: {
      file: FILE,
      out: OUT,
      pushes: {
        type: 'array',
        items: { type: 'string' },
        description:
          'pushes as "t=1 at=chest impulse=0,0,35": time [s], part of the body, impulse [N·s] to the left, up, forward',
      },
    },
    required: ['file', 'out', 'pushes'],
    argv: ({ file, out }, { pushes }) => [
      'react',
      file,
      '-o',
      out,
      '--json',
      ...pushes.flatMap((push) => ['--push', push]),
    ],
  },
  {
    name: 'strip',
    description: 'Draws a film strip of a clip (PNG) and returns it as a picture.',
    properties: { file: FILE, out: { type: 'string', description: 'picture to write (.png)' } },
    required: ['file', 'out'],
    argv: ({ file, out }) => ['strip', file, '-o', out],
    picture: 'out',
  },
];

/** The arguments of a call as those of the command line. Throws UsageError where they do not fit. */
export async function argvOf(
  tool: Tool,
  given: unknown,
  confine: Confine,
): Promise<{ argv: string[]; picture: string | undefined }> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UsageError(`${tool.name}: expected an object of arguments`);
  }
  const texts: Record<string, string> = Object.create(null);
  const lists: Record<string, readonly string[]> = Object.create(null);
  for (const [name, value] of Object.entries(given)) {
    const property = Object.hasOwn(tool.properties, name) ? tool.properties[name] : undefined;
    if (!property)
      throw new UsageError(
        `${tool.name}: unknown argument "${name}"; expected ${Object.keys(tool.properties).join(', ')}`,
      );
    if (property.type === 'array') {
      if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) {
        throw new UsageError(`${tool.name}: "${name}": expected an array of texts`);
      }
      lists[name] = value;
    } else {
      if (typeof value !== 'string') throw new UsageError(`${tool.name}: "${name}": expected a text`);
      texts[name] = PATHS.has(name) ? await confine(value) : value;
    }
  }
  for (const name of tool.required) {
    if (!(name in texts || name in lists)) throw new UsageError(`${tool.name}: "${name}" is missing`);
  }
  return { argv: tool.argv(texts, lists), picture: tool.picture && texts[tool.picture] };
}

/** A written picture as MCP sends it. */
export const pictureContent = async (file: string) => ({
  type: 'image' as const,
  mimeType: 'image/png',
  data: (await readFile(file)).toString('base64'),
});
