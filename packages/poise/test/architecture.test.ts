/** The house rules that a machine can check: layers, no hidden inputs, no machine paths, small files. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesBelow, nameInRepository, root } from './support/repository.ts';

const src = join(root, 'packages/poise/src');

/** Lowest first; a folder imports only from itself, lower ones and errors.ts. */
const LAYERS = [
  'math',
  'optim',
  'motion',
  'body',
  'dynamics',
  'balance',
  'measures',
  'gait',
  'ik',
  'control',
  'sim',
  'methods',
  'mend',
  'retarget',
  'performer',
  'runtime',
  'report',
  'entries',
  'cli',
];
const LONG_FILE = 300; // lines: told …
const TOO_LONG_FILE = 330; // … and refused

const text = (file: string): string => readFileSync(file, 'utf8');

/** Code without comments: examples in doc comments may print. */
const withoutComments = (code: string): string =>
  code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');

const codeOf = (file: string): string => withoutComments(text(file));

const importsIn = (code: string): string[] =>
  [...withoutComments(code).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);

const sources = filesBelow(src).filter((file) => file.endsWith('.ts'));
const nameOf = (file: string): string => relative(src, file).replaceAll('\\', '/');
const layerOf = (file: string): string => nameOf(file).split('/')[0]!;
/** The page's own script runs in a browser, on its clock. */
const inPageScript = (file: string): boolean => nameOf(file).startsWith('report/client/');

/** Modules that a file needs when it is loaded; types are gone by then. */
const valueImportsIn = (code: string): string[] =>
  [...withoutComments(code).matchAll(/^(?:import|export)\s+(?!type\b)([^;'"]*?)from\s+'(\.[^']+)'/gm)]
    .filter(([, names]) => !/^\{(?:\s*type\s+\w+(?:\s+as\s+\w+)?,?)+\s*\}\s*$/.test(names!))
    .map((match) => match[2]!);

/** Files that import one another in a circle, each circle once: [a, b, c] where c imports a. */
function circles(importsOf: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const found: string[][] = [];
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push(path.slice(at));
    if (at >= 0 || done.has(file)) return;
    for (const next of importsOf.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of importsOf.keys()) walk(file, []);
  return found;
}

/** Imports of a file, given its code, that do not lead to its own layer, a lower one or errors.ts. */
function wrongImports(file: string, code: string): string[] {
  return importsIn(code)
    .filter((target) => target.startsWith('.'))
    .map((target) => resolve(dirname(file), target))
    .filter((target) => nameOf(target) !== 'errors.ts' && !nameOf(target).startsWith('../package.json'))
    .filter((target) => {
      const layer = LAYERS.indexOf(layerOf(target));
      return layer === -1 || layer > LAYERS.indexOf(layerOf(file));
    })
    .map((target) => `${nameOf(file)} imports ${nameOf(target)}`);
}

describe('layers', () => {
  it('knows every folder', () => {
    const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((entry) => entry.name).filter((name) => !LAYERS.includes(name))).toEqual([]);
  });

  it('are imported downwards only', () => {
    const layered = sources.filter((file) => LAYERS.includes(layerOf(file)));
    expect(layered.flatMap((file) => wrongImports(file, text(file)))).toEqual([]);
  });

  it.each([
    [
      'an import upwards',
      "import { analyse } from '../balance/analyse.ts';",
      ['math/made-up.ts imports balance/analyse.ts'],
    ],
    ['a type from above', "import type { Body } from '../body/body.ts';", ['math/made-up.ts imports body/body.ts']],
    [
      'an import on demand',
      "const page = await import('../report/page.ts');",
      ['math/made-up.ts imports report/page.ts'],
    ],
    ['something passed on', "export * from '../motion/clip.ts';", ['math/made-up.ts imports motion/clip.ts']],
    ['the index, which knows all', "import { lint } from '../index.ts';", ['math/made-up.ts imports index.ts']],
    ['its own folder, errors and packages', "import './vec3.ts'; import '../errors.ts'; import 'three';", []],
    ['a comment', "// import { analyse } from '../balance/analyse.ts';", []],
  ])('would notice %s', (_, code, found) => {
    expect(wrongImports(join(src, 'math/made-up.ts'), code)).toEqual(found);
  });
});

describe('modules', () => {
  it('do not import one another in a circle', () => {
    const studio = filesBelow(join(root, 'packages/studio/src')).filter((file) => /\.tsx?$/.test(file));
    const all = [...sources, ...studio].map(
      (file) => [file, valueImportsIn(text(file)).map((target) => resolve(dirname(file), target))] as const,
    );
    expect(circles(new Map(all)).map((circle) => circle.map(nameInRepository))).toEqual([]);
  });

  it('would be noticed if they did', () => {
    const code =
      "import { a } from './a.ts';\nimport type { B } from './b.ts';\nimport { type C } from './c.ts';\nexport * from './d.ts';";
    expect(valueImportsIn(code)).toEqual(['./a.ts', './d.ts']);
    const round = [
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
    ] as const;
    expect(circles(new Map<string, readonly string[]>(round))).toEqual([['a', 'b', 'c']]);
  });
});

describe('the library', () => {
  const library = sources.filter((file) => layerOf(file) !== 'cli');

  it('has no clock, no chance and no console outside cli/', () => {
    const hidden = /\bconsole\.|\bDate\.now\b|\bperformance\.now\b|\bnew Date\b|\bMath\.random\b/;
    expect(library.filter((file) => !inPageScript(file) && hidden.test(codeOf(file))).map(nameOf)).toEqual([]);
  });

  it('computes powers and tanh by math/power.ts, so that every engine gives the same bytes', () => {
    // squares are products everywhere, and powers of two are exact
    const engines = /\bMath\.(?:pow|tanh)\b|(?<![^\d.]2) \*\* (?!2(?![.\d]))/;
    expect(library.filter((file) => !inPageScript(file) && engines.test(codeOf(file))).map(nameOf)).toEqual([]);
  });

  it('runs in a browser: nothing of Node outside cli/', () => {
    const nodeOnly = /\bfrom 'node:|\bprocess\.|\bBuffer\.(?:from|alloc)|\b__dirname\b/;
    expect(library.filter((file) => nodeOnly.test(codeOf(file))).map(nameOf)).toEqual([]);
  });
});

describe('the repository', () => {
  const texts = filesBelow(root).filter((file) =>
    ['.ts', '.js', '.mjs', '.json', '.md', '.html', '.css', '.yml', ''].includes(extname(file)),
  );

  it('keeps files short', () => {
    const code = filesBelow(join(root, 'packages')).filter((file) => /\.(ts|tsx|js)$/.test(file));
    const lengths = code.map((file) => [nameInRepository(file), text(file).split('\n').length] as const);
    const long = lengths.filter(([, lines]) => lines > LONG_FILE);
    if (long.length > 0) console.warn('long files:', long.map(([file, lines]) => `${file} (${lines})`).join(', '));
    expect(lengths.filter(([, lines]) => lines > TOO_LONG_FILE)).toEqual([]);
  });

  it('names no place of one machine', () => {
    const machinePath = /(?:^|[\s"'`(=])(?:\/(?:work|home|root|Users)\/|[A-Z]:\\Users\\)/m;
    const own = fileURLToPath(import.meta.url);
    expect(texts.filter((file) => file !== own && machinePath.test(text(file))).map(nameInRepository)).toEqual([]);
  });

  it('builds: what scripts take from the build is exported', () => {
    const scripts = ['scripts', 'bin'].flatMap((folder) => filesBelow(join(root, 'packages/poise', folder)));
    const taken = scripts.flatMap((file) =>
      [...text(file).matchAll(/import \{([^}]+)\} from '\.\.\/dist\/([^']+)\.js'/g)].flatMap(([, names, module]) =>
        names!.split(',').map((name) => ({ name: name.trim(), module: join(src, `${module}.ts`) })),
      ),
    );
    expect(taken.length).toBeGreaterThan(0);
    for (const { name, module } of taken) {
      expect(text(module), nameOf(module)).toMatch(new RegExp(`export (?:async )?(?:function|const|class) ${name}\\b`));
    }
  });

  it('has a lock file without download addresses', () => {
    expect(text(join(root, 'package-lock.json'))).not.toMatch(/"resolved": "https?:/);
  });
});
