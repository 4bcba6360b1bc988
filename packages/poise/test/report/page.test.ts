import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../../examples/support/made-up-person.ts';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { judge } from '../../src/balance/judge.ts';
import { lint } from '../../src/balance/lint.ts';
import type { BalanceReport } from '../../src/balance/report.ts';
import { verdictOf } from '../../src/balance/verdict.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { fromClip } from '../../src/motion/from-clip.ts';
import { toClip } from '../../src/motion/to-clip.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { assumptionsOf } from '../../src/report/assumptions.ts';
import { buildPageData, isStrip } from '../../src/report/build-page-data.ts';
import { summaryCards } from '../../src/report/cards.ts';
import { pack } from '../../src/report/pack.ts';
import { reportPage } from '../../src/report/page.ts';
import type { Packed } from '../../src/report/page-data.ts';
import { framesToShow } from '../../src/report/samples.ts';

const clip = madeUpMotion();
const body = fitBody(clip);
const report = analyse(body, clip);
const findings = lint(body, clip, report);
const meta = { title: 'lean.bvh', madeBy: 'test' };

/** The reading side, written apart from the page's own. */
function unpack({ low, step, codes }: Packed): number[] {
  const bytes = Buffer.from(codes, 'base64');
  return Array.from({ length: bytes.length / 2 }, (_, i) => {
    const code = bytes.readUInt16LE(2 * i);
    return code === 65535 ? Number.NaN : low + step * code;
  });
}

describe('packing', () => {
  it('keeps numbers to a fraction of their range, and what is undefined', () => {
    const values = [0, 1.5, Number.NaN, -3, 2.25, Number.POSITIVE_INFINITY];
    const read = unpack(pack(values));
    expect(read[1]).toBeCloseTo(1.5, 3);
    expect(read[3]).toBeCloseTo(-3, 3);
    expect([read[2], read[5]]).toEqual([Number.NaN, Number.NaN]);
  });

  it('keeps one repeated number exactly', () => {
    expect(unpack(pack([0.7, 0.7]))).toEqual([0.7, 0.7]);
  });
});

describe('page data', () => {
  const data = buildPageData(body, clip, report, findings);

  it('shows the report in plan axes: this person faces +Z, left is +X', () => {
    const frame = 390; // in the lean
    expect(unpack(data.series.zmpForward)[frame]).toBeCloseTo(report.zmp[3 * frame + 2] - report.com[2], 3);
    expect(unpack(data.series.comLeft)[frame]).toBeCloseTo(report.com[3 * frame] - report.com[0], 3);
    expect(unpack(data.series.supportFront)[frame]).toBeLessThan(unpack(data.series.zmpForward)[frame]!);
  });

  it('has one footprint per stretch of contact', () => {
    // The left foot stays; the right one is lifted once.
    expect(data.footprints.map(({ side }) => side).sort()).toEqual(['left', 'right', 'right']);
  });

  it('thins long clips out by keeping the worst frame of each block', () => {
    const margin = Float64Array.from({ length: 1000 }, (_, i) => (i === 777 ? -0.2 : 0.1));
    const frames = framesToShow({ frameCount: 1000, margin } as unknown as BalanceReport, 100);
    expect(frames).toHaveLength(100);
    expect(frames[77]).toBe(777);
  });
});

describe('the page', () => {
  it('is the same for the same input', () => {
    expect(reportPage(body, clip, report, findings, meta)).toBe(reportPage(body, clip, report, findings, meta));
  });

  it('cannot be broken by names in a file', () => {
    const nasty = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&';
    const [first] = findings;
    const page = reportPage(body, clip, report, [{ ...first!, message: nasty, rule: nasty }], {
      title: nasty,
      madeBy: nasty,
    });
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img');
    expect(page.match(/<\/script>/g)).toHaveLength(2);
  });
});

describe('cards', () => {
  const toneOf = (label: string, change: Partial<BalanceReport['summary']>, more: Partial<BalanceReport> = {}) =>
    summaryCards({ ...report, ...more, summary: { ...report.summary, ...change } }).find(
      (card) => card.label === label,
    )!.tone;

  it('are coloured by their own number, whatever was found elsewhere', () => {
    expect([0.005, 0.02, 0.05].map((imbalance) => toneOf('Off balance', { imbalance }))).toEqual([
      'fine',
      'warning',
      'error',
    ]);
    expect([0.01, 0.05, 0.2].map((slide) => toneOf('Foot slide', { slide }))).toEqual(['fine', 'warning', 'error']);
    expect([0.2, 1, 2].map((friction) => toneOf('Grip needed', { friction }))).toEqual(['fine', 'warning', 'error']);
  });

  it('stay plain where no limit says what is good', () => {
    expect([0.1, 13.1, 15.5].map((jitter) => toneOf('Jitter', { jitter }))).toEqual(['plain', 'plain', 'plain']);
    expect(toneOf('ZMP inside', { zmpOutsideFraction: 0.4 })).toBe('plain');
  });

  it('show a dash where nothing could be judged', () => {
    const unseen = { ...report, summary: { ...report.summary, judgedFraction: 0.05 } };
    for (const label of ['Off balance', 'ZMP inside', 'Grip needed']) {
      expect(summaryCards(unseen).find((card) => card.label === label)).toMatchObject({ value: '–', tone: 'unknown' });
    }
    const page = reportPage(body, clip, unseen, [], meta);
    expect(page).toContain('<article class="card unknown"><h2>Off balance</h2>');
    expect(page).not.toContain('ZMP inside</h2>\n<p class="value">100');
    expect(toneOf('Jitter', {}, { frameCount: 1 })).toBe('unknown');
  });
});

describe('what was assumed', () => {
  const ground = {
    height: 0,
    normal: [0, 1, 0],
    residual: 0,
    kind: 'plane',
    patches: [],
    beltVelocity: [0, 0, 0],
  } as const;
  const under = (change: Partial<BalanceReport['ground']>): BalanceReport => ({
    ...report,
    ground: { ...ground, ...change },
  });

  it('is nothing on a level floor at zero', () => {
    expect(assumptionsOf(clip, under({}))).toEqual([]);
  });

  it('names the tilt that was taken out, the height, the belt', () => {
    const tilt = (0.8 * Math.PI) / 180;
    const [words] = assumptionsOf(clip, under({ normal: [Math.sin(tilt), Math.cos(tilt), 0] }));
    expect(words).toContain('tilted by 0.8° (1.4 cm per metre)');
    expect(assumptionsOf(clip, under({ height: -0.02 }))).toEqual(['The floor was found 2.0 cm below y = 0.']);
    expect(assumptionsOf(clip, under({ beltVelocity: [0, 0, -1.2] }))[0]).toContain('1.20 m/s');
  });

  it('tells guesses about the file, and only those, on the page', () => {
    const notes = [
      { topic: 'rate', text: 'the file gives no frame time <b>', confidence: 'guess' },
      { topic: 'unit', text: 'one unit is 1 m', confidence: 'sure' },
    ] as const;
    const guessed = { ...clip, source: { ...toClip(fromClip(clip)).source!, notes } };
    expect(assumptionsOf(guessed, under({}))).toEqual(['Guessed: the file gives no frame time <b>.']);
    const page = reportPage(body, guessed, under({}), [], meta);
    expect(page).toContain('Guessed: the file gives no frame time &#60;b&#62;.');
    expect(page).not.toContain('one unit is 1 m');
  });
});

describe('the plan', () => {
  const moving = (path: (t: number) => readonly [number, number]): BalanceReport => {
    const com = Float64Array.from({ length: 3 * 100 }, (_, i) => {
      const [x, z] = path(Math.floor(i / 3) / 99);
      return [x, 1, z][i % 3]!;
    });
    return { ...report, frameCount: 100, com };
  };

  it('gets the width for a straight walk in any direction, not for a circle or a stand', () => {
    expect(isStrip(moving((t) => [0.02 * Math.sin(20 * t), 4 * t]))).toBe(true);
    expect(isStrip(moving((t) => [3 * t, -3 * t]))).toBe(true);
    expect(isStrip(moving((t) => [Math.cos(6 * t), Math.sin(6 * t)]))).toBe(false);
    expect(isStrip(moving((t) => [0, 0.1 * t]))).toBe(false);
    expect(reportPage(body, clip, report, [], meta)).toContain('class="stage"');
  });
});

describe('the verdict', () => {
  it('is bad with errors, doubtful with warnings, good with nothing', () => {
    expect(verdictOf(report, findings).status).toBe('bad');
    expect(verdictOf(report, [{ ...findings[0]!, severity: 'warning' }]).status).toBe('doubtful');
    expect(verdictOf(report, []).status).toBe('good');
  });

  it('tells warnings that only outside support explains from those within the error', async () => {
    const reach = async (values: Readonly<Record<string, number>>) => {
      const bytes = await writeClip(perform(motionNamed('stretch'), { values }), 'reach.bvh');
      return judge((await readClips(bytes, 'reach.bvh'))[0]!).verdict;
    };
    expect((await reach({ bend: 75 })).headline).toBe('Plausible only with outside support, 1 warning');
    expect((await reach({ bend: 65 })).headline).toBe('Plausible, 2 warnings');
    expect(judge(perform(motionNamed('stretch'))).verdict.status).toBe('bad'); // made by code: nothing unseen can hold it
  });

  it('admits when there is not enough data', () => {
    const unseen = { ...report, summary: { ...report.summary, judgedFraction: 0.05 } };
    expect(verdictOf(unseen, []).status).toBe('unjudged');
    expect(verdictOf({ ...report, frameCount: 1 }, [])).toMatchObject({
      status: 'unjudged',
      detail: 'The clip has 1 frame: a pose, not a motion.',
    });
  });
});
