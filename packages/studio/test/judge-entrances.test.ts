/** The studio's stage and Mend judge as the library does. */
import { judge, motions, perform } from 'poise';
import { describe, expect, it } from 'vitest';
import { solve } from '../src/modes/mend/solve.ts';
import { MEND_SETTINGS } from '../src/modes/mend/types.ts';
import { judge as judgeOnStage } from '../src/worker/judge.ts';
import { samples } from '../src/worker/samples.ts';

const OPTIONS = { body: {}, contacts: [], external: [], inertia: 'full', cutoff: 'auto' } as const;
const clips = [
  ...samples.map(({ id, make }) => [id, make()] as const),
  ['walk', perform(motions.find(({ id }) => id === 'walk')!)] as const,
];

describe.each(clips)('%s', (_, clip) => {
  it('has the same findings on the stage', () => {
    expect(judgeOnStage(clip, OPTIONS).findings).toEqual(judge(clip).findings);
  });
});

it('judges what Mend has made as the library does', () => {
  const lean = samples.find(({ id }) => id === 'sample-lean')!.make();
  const { clip, judgement } = solve(
    lean,
    { settings: MEND_SETTINGS, rejected: [], judge: OPTIONS, loop: false, coarse: false, fine: false },
    () => {},
  );
  expect(judgement.findings).toEqual(judge(clip).findings);
});
