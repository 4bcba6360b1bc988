/** The texts that a release changes: versions in package files, the changelog, the notes. */

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?$/;
const UNRELEASED = '## Unreleased\n';

function numbersOf(version: string | undefined): readonly number[] {
  const match = VERSION.exec(version ?? '');
  if (!match) throw new Error(`version: expected a number such as 0.2.0, found ${version ?? 'none'}`);
  return match.slice(1, 4).map(Number);
}

/** Whether a version comes after another one; what is ahead of a release (0.2.0-rc.1) counts as the release. */
function isLater(version: string | undefined, current: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(current)];
  const k = a.findIndex((x, i) => x !== b[i]);
  return k >= 0 ? a[k]! > b[k]! : version !== current && current.includes('-');
}

/** A package file or lock file with `version` wherever it stated `current` as the version of Poise. */
export function versioned(text: string, current: string, version: string | undefined): string {
  if (!isLater(version, current)) throw new Error(`version: expected one after ${current}, found ${version}`);
  const stated = new RegExp(`("(?:version|poise)": ")${current.replaceAll('.', '\\.')}(")`, 'g');
  const owners = text.split(/(?=^ {4}"(?:packages|node_modules)\/)/m); // entries of a lock file; one piece otherwise
  return owners
    .map((piece) => (/^ {4}"node_modules\//.test(piece) ? piece : piece.replace(stated, `$1${version}$2`)))
    .join('');
}

/** What the changelog says under "Unreleased". */
function unreleased(changelog: string): string {
  const start = changelog.indexOf(UNRELEASED);
  if (start < 0) throw new Error('CHANGELOG.md: expected a heading "## Unreleased"');
  const rest = changelog.slice(start + UNRELEASED.length);
  const end = rest.search(/^## /m);
  const entries = (end < 0 ? rest : rest.slice(0, end)).trim();
  if (entries === '') throw new Error('CHANGELOG.md: nothing stands under "## Unreleased"');
  return entries;
}

/** The changelog with its unreleased entries under the version, and an empty heading above. */
export function released(changelog: string, version: string, date: string): string {
  unreleased(changelog);
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${date})\n`);
}

/** Notes for whoever reads what is new. */
export function releaseNotes(changelog: string, name: string, version: string, date: string): string {
  return `# ${name} ${version} (${date})\n\n    npm install ${name}@${version}\n\n${unreleased(changelog).replaceAll(/^### /gm, '## ')}\n`;
}
