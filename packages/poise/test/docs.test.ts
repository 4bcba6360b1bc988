/** What the documentation names is there: links and their headings, exports, scripts, files, dependencies. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entrySources } from './support/entries.ts';
import { filesBelow, nameInRepository, root } from './support/repository.ts';

const everything = filesBelow(root).map(nameInRepository);
const pages = everything.filter((name) => name.endsWith('.md'));
const textOf = (name: string): string => readFileSync(join(root, name), 'utf8');
const prose = (text: string): string => text.replace(/```[\s\S]*?```/g, '');
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);

/** As pages are shown: small letters, no marks, dashes for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replace(/\s/g, '-');
const anchorsOf = (page: string): string[] => found(prose(textOf(page)), /^#+ +(.*?) *$/gm).map(anchorOf);

/** What is wrong with a link of a page, if anything. */
function brokenLink(page: string, link: string): string | undefined {
  if (/^https?:/.test(link)) return undefined;
  const [path, anchor] = link.split('#') as [string, string | undefined];
  const target = path === '' ? page : nameInRepository(resolve(root, dirname(page), path));
  if (!existsSync(join(root, target))) return `${page}: ${link} is not there`;
  if (anchor && target.endsWith('.md') && !anchorsOf(target).includes(anchor))
    return `${page}: ${link} has no such heading`;
  return undefined;
}

const modules = new Map<string, object>();
for (const [entry, source] of entrySources()) modules.set(entry, (await import(source)) as object);

/** Names that the examples of a page import and that are not exported. Types are left to the compiler. */
function unknownImports(text: string): string[] {
  const blocks = found(text, /```(?:ts|js)\n([\s\S]*?)```/g);
  return blocks.flatMap((block) =>
    [...block.matchAll(/import \{([^}]*)\} from '(poise(?:\/[\w-]+)?)'/g)].flatMap(([, names, module]) =>
      names!
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type ') && !(name in (modules.get(module!) ?? {}))),
    ),
  );
}

describe('the documentation', () => {
  it('has pages', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/cli.md', 'docs/methods/balance-filter.md']));
  });

  it('links to files and headings that are there', () => {
    const broken = pages.flatMap((page) =>
      found(prose(textOf(page)), /\]\(([^)\s]+)\)/g).map((link) => brokenLink(page, link)),
    );
    expect(broken.filter((words) => words !== undefined)).toEqual([]);
  });

  it('would notice a link, a heading and an import that are not there', () => {
    expect(brokenLink('README.md', 'docs/nowhere.md')).toContain('not there');
    expect(brokenLink('README.md', 'docs/cli.md#no-such-words')).toContain('no such heading');
    expect(unknownImports("```ts\nimport { analyse, nothingLikeIt } from 'poise';\n```")).toEqual(['nothingLikeIt']);
  });

  it('imports only what is exported', () => {
    expect(pages.flatMap((page) => unknownImports(textOf(page)).map((name) => `${page}: ${name}`))).toEqual([]);
  });

  it('names files and scripts that are there', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const missing = pages.flatMap((page) => {
      const text = textOf(page);
      const files = found(text, /`([\w-]+(?:\/[\w.-]+)+\.(?:ts|tsx|js|csv))`/g).filter(
        (file) => !everything.some((name) => name === file || name.endsWith(`/${file}`)) && !file.includes('dist/'),
      );
      return [...files, ...found(text, /npm run ([\w-]+)/g).filter((name) => !(name in scripts))];
    });
    expect(missing).toEqual([]);
  });

  it('says of every dependency what it is for', () => {
    const named = ['package.json', 'packages/poise/package.json', 'packages/studio/package.json'].flatMap((file) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(textOf(file));
      return Object.keys({ ...dependencies, ...devDependencies });
    });
    const table = textOf('docs/architecture.md');
    const untold = named.filter((name) => !name.startsWith('@types/') && name !== 'poise');
    expect(untold.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });
});
