/** The glossary: words that texts for people no longer use, and what stands in their place. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, nameInRepository, root } from './support/repository.ts';

/** [what is not said, what is said instead] */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\bcould happen\b/i, 'Plausible'],
  [/\bcould not happen as it is\b/i, 'Physically impossible'],
  [/\bnothing wrong was seen\b/i, 'No problems found'],
  [/\bsamples that go wrong\b/i, 'Broken examples'],
  [/\bout of balance by\b/i, 'Balance error'],
  [/\bfeet in the floor\b/i, 'Foot penetration'],
  [/\bheld up by nothing\b/i, 'Floating'],
  [/\bnot judged here\b|\bframes judged\b/i, 'Frames analysed, no verdict here'],
  [/\bwithin doubt\b/i, 'within error'],
  [/\b\d+ doubts?\b/i, 'caveats'],
  [/\bfeet are said to stand\b/i, 'Marked planted, but bearing no weight'],
  [/\bwindows reach\b/i, 'Blend margin; changed sections'],
  [/\bwhat gives way\b/i, 'Joint stiffness'],
  [/\bgoes on as it does\b|\bcomes to rest$/i, 'Keep moving, Settle'],
  [/\bmay answer with\b/i, 'Allowed reactions'],
  [/\bstands again\b/i, 'Recovered'],
  [/\bwho goes there\b/i, 'Character & gait'],
  [/\bwould have trodden\b/i, 'Planned footprints'],
  [/\bhold fire\b|\btake balls away\b/i, 'Stop, Clear balls'],
  [/\bthe future is made anew\b/i, 'Pushing here re-simulates everything after'],
  [/\btouched the ground with more than\b/i, 'Fell over'],
  [/\bas learned before\b|\bwhat was expected, as light\b/i, 'Use saved result, Expected motion as ghost'],
  [/\bdo not make a set that is known\b/i, 'Unknown marker set'],
  [/\bthe picture cannot be drawn\b/i, '3D view needs WebGL'],
  [/\bwhat is none is refused\b|\bstands twice\b/i, 'invalid data is rejected, duplicate key'],
  [/\bwhich push\?/i, 'missing --push or --ball'],
];

const TEXT = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}\n]{3,})</g;

/** Texts in the code of a page or command: what is quoted, and what stands between the tags of a panel. */
const textsIn = (code: string): string[] => {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');
  return [...bare.matchAll(TEXT)].map((match) =>
    match
      .slice(1)
      .find((part) => part !== undefined)!
      .trim(),
  );
};

const wrongIn = (text: string): string[] =>
  REPLACED.filter(([word]) => word.test(text)).map(([, instead]) => `"${text.slice(0, 60)}": say "${instead}"`);

describe('texts for people', () => {
  const code = ['packages/poise/src', 'packages/studio/src']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((file) => /\.tsx?$/.test(file));

  it('use the words of the glossary', () => {
    const wrong = code.flatMap((file) =>
      textsIn(readFileSync(file, 'utf8'))
        .flatMap(wrongIn)
        .map((found) => `${nameInRepository(file)}: ${found}`),
    );
    expect(wrong).toEqual([]);
  });

  it('would be noticed if they did not', () => {
    const panel = `// could happen\nconst a = 'Could happen, with 3 doubts'; <b>Hold fire</b>`;
    expect(textsIn(panel).flatMap(wrongIn)).toHaveLength(3);
  });
});
