/**
 * What the package offers, read off its declarations: every name of every entry with its signature. `node scripts/api-report.js` writes
 * packages/poise/api.txt; a test holds the file against the build, so that a change of the interface is seen in review.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
export const API_FILE = join(folder, 'api.txt');

/** Entries of the package that are code: 'poise/three' → declarations. */
function entriesOf() {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([, target]) => target.types)
    .map(([path, target]) => [path === '.' ? name : `${name}/${path.slice(2)}`, join(folder, target.types)]);
}

/** Declarations without comments, cut at top level: one piece of text per statement. */
function statementsOf(file) {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const pieces = [];
  let [depth, start] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    if ('{([<'.includes(text[i])) depth++;
    else if ('})]'.includes(text[i]) || (text[i] === '>' && text[i - 1] !== '=')) depth--;
    const endsBlock =
      text[i] === '}' &&
      depth === 0 &&
      /^\s*(?:export )?(?:declare )?(?:abstract )?(?:class|interface)\b/.test(text.slice(start, i));
    if ((text[i] === ';' && depth === 0) || endsBlock) {
      pieces.push(
        text
          .slice(start, i + 1)
          .replace(/\s+/g, ' ')
          .trim(),
      );
      start = i + 1;
    }
  }
  return pieces;
}

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:const|let|function|class|interface|type|enum) ([A-Za-z_$][\w$]*)/;
const PASSED_ON = /^export (?:type )?\{([^}]*)\} from ["']([^"']+)["'];?$/;
const ALL_PASSED_ON = /^export (?:type )?\* from ["']([^"']+)["'];?$/;

/** The file of declarations that an import leads to; undefined for other packages. */
function fileOf(target, from) {
  if (!target.startsWith('.')) return undefined;
  return resolve(dirname(from), target.replace(/\.(?:js|ts)$/, '.d.ts'));
}

/** Name → signature of everything that a module exports. */
export function namesOf(file, cache = new Map()) {
  if (cache.has(file)) return cache.get(file);
  const names = new Map();
  cache.set(file, names);
  const locals = new Map();
  for (const statement of statementsOf(file)) {
    const declared = DECLARED.exec(statement);
    const passed = PASSED_ON.exec(statement);
    const all = ALL_PASSED_ON.exec(statement);
    if (declared) {
      const before = names.get(declared[1]);
      names.set(declared[1], before === undefined ? statement : `${before} ${statement}`); // overloads
    } else if (passed) {
      const target = fileOf(passed[2], file);
      const theirs = target ? namesOf(target, cache) : new Map();
      for (const part of passed[1].split(',')) {
        const [own, as] = part
          .trim()
          .replace(/^type /, '')
          .split(/ as /);
        if (own) names.set(as ?? own, theirs.get(own) ?? `of ${passed[2]}`);
      }
    } else if (all) {
      const target = fileOf(all[1], file);
      if (target) for (const [name, signature] of namesOf(target, cache)) names.set(name, signature);
    } else if (statement.startsWith('export {')) {
      for (const part of statement.slice(8, -2).split(',')) locals.set(part.trim().replace(/^type /, ''), statement);
    }
  }
  for (const [name] of locals) if (name && !names.has(name)) names.set(name, 'declared here');
  return names;
}

/** Entry → names with signatures, sorted. */
export function publicApi() {
  const cache = new Map();
  return entriesOf().map(([entry, file]) => [entry, [...namesOf(file, cache)].sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The report as it is kept. */
export function apiReport() {
  const parts = publicApi().map(
    ([entry, names]) =>
      `# ${entry}: ${names.length} names\n${names.map(([name, text]) => `${name}: ${text.replace(/^export (?:declare )?/, '')}`).join('\n')}\n`,
  );
  return `Made by scripts/api-report.js: what the package offers, by entry.\n\n${parts.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(API_FILE, apiReport());
  for (const [entry, names] of publicApi()) console.log(`${entry}: ${names.length} names`);
}
