import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../../examples/support/made-up-person.ts';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { lint } from '../../src/balance/lint.ts';
import type { BalanceReport } from '../../src/balance/report.ts';
import { buildPageData } from '../../src/report/build-page-data.ts';
import { pack } from '../../src/report/pack.ts';
import { reportPage } from '../../src/report/page.ts';
import type { Packed } from '../../src/report/page-data.ts';
import { framesToShow } from '../../src/report/samples.ts';
import { verdictOf } from '../../src/report/verdict.ts';

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

describe('the verdict', () => {
  it('is bad with errors, doubtful with warnings, good with nothing', () => {
    expect(verdictOf(report, findings).status).toBe('bad');
    expect(verdictOf(report, [{ ...findings[0]!, severity: 'warning' }]).status).toBe('doubtful');
    expect(verdictOf(report, []).status).toBe('good');
  });

  it('admits when little could be judged', () => {
    const unseen = { ...report, summary: { ...report.summary, judgedFraction: 0.05 } };
    expect(verdictOf(unseen, []).status).toBe('unjudged');
  });
});
