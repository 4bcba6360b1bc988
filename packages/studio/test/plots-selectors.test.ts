import type { BalanceReport, Finding } from 'poise';
import { quatIndex } from 'poise/dynamics';
import { describe, expect, it } from 'vitest';
import { judgedClip, walkedReport } from '../fixtures/time-clips.ts';
import { DEFAULT_PLOTS, firstIdOf, PLOTS, plotOf } from '../src/panels/plots/catalogue.ts';
import { supportExtent } from '../src/panels/plots/heading.ts';
import { entriesOf } from '../src/panels/plots/legend.tsx';
import * as select from '../src/panels/plots/selectors.ts';
import type { PlotData, PlotSource } from '../src/panels/plots/types.ts';
import { blamedFrames } from '../src/state/blame.ts';

const withBlame = (source: Omit<PlotSource, 'blamed'> & { findings: readonly Finding[] }): PlotSource => ({
  ...source,
  blamed: blamedFrames(source.findings, source.report.frameCount),
});
const judged = withBlame(judgedClip());
const gait = withBlame(walkedReport(600));

const line = (data: PlotData, label: string): Float64Array => data.lines.find((one) => one.label === label)!.values;

/** The same report seen in a world turned by `angle` about up. */
function turned(report: BalanceReport, angle: number): BalanceReport {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const turn = (rows: Float64Array, width: 2 | 3): Float64Array => {
    const out = rows.slice();
    const z = width - 1;
    for (let i = 0; i < rows.length; i += width) {
      out[i] = c * rows[i]! + s * rows[i + z]!;
      out[i + z] = -s * rows[i]! + c * rows[i + z]!;
    }
    return out;
  };
  return {
    ...report,
    com: turn(report.com, 3),
    zmp: turn(report.zmp, 3),
    grf: turn(report.grf, 3),
    linearMomentum: turn(report.linearMomentum, 3),
    angularMomentum: turn(report.angularMomentum, 3),
    forward: turn(report.forward, 2),
    supportPoints: turn(report.supportPoints, 2),
  };
}

function expectSame(a: Float64Array, b: Float64Array, digits = 6): void {
  expect(a.length).toBe(b.length);
  a.forEach((value, i) => {
    if (Number.isNaN(value)) expect(b[i]).toBeNaN();
    else expect(b[i]).toBeCloseTo(value, digits);
  });
}

describe('the catalogue', () => {
  it('has ids of its own, and every entry gives a value per frame', () => {
    expect(new Set(PLOTS.map(({ id }) => id)).size).toBe(PLOTS.length);
    for (const kind of PLOTS) {
      const { choice } = plotOf(firstIdOf(kind, judged.clip))!;
      for (const source of [judged, gait]) {
        const data = kind.select(source, choice);
        expect(data.lines.length, kind.id).toBeGreaterThan(0);
        for (const { values } of data.lines) expect(values.length, kind.id).toBe(source.report.frameCount);
        for (const { low, high } of data.bands ?? []) {
          const upsideDown = low.findIndex((value, f) => value > high[f]!);
          expect(upsideDown, kind.id).toBe(-1);
        }
      }
    }
    for (const id of DEFAULT_PLOTS) expect(plotOf(id)).toBeDefined();
    expect(plotOf('nonsense')).toBeUndefined();
    expect(plotOf('joint:a:b')?.choice).toBe('a:b');
  });

  it('asks joints for a person and a name', () => {
    expect(select.jointPlot({ ...judged, body: undefined }, 'LeftLeg').lines).toEqual([]);
    expect(select.jointPlot(judged, 'Tail').note).toContain('no such joint');
  });
});

describe('undefined values', () => {
  it('stay undefined in flight: ZMP, support, margin, friction', () => {
    const flight = gait.report.phase.indexOf(0);
    expect(flight).toBeGreaterThan(0);
    const zmp = select.zmpPlot(gait, 'forward');
    expect(line(zmp, 'ZMP')[flight]).toBeNaN();
    expect(zmp.bands?.[0]?.low[flight]).toBeNaN();
    expect(line(select.marginPlot(gait), 'margin')[flight]).toBeNaN();
    expect(line(select.frictionPlot(gait), 'friction')[flight]).toBeNaN();
    expect(line(select.imbalancePlot(gait), 'imbalance')[flight]).toBeNaN();
    expect(line(zmp, 'CoM')[flight]).not.toBeNaN();
    expect(entriesOf(zmp, 1).map(({ text }) => text(flight))).toEqual(['0.0', '–', '–']);
  });
});

describe('the heading frame', () => {
  it('does not care which way the world is turned', () => {
    const other: PlotSource = { ...gait, report: turned(gait.report, 1.1) };
    for (const axis of ['forward', 'left'] as const) {
      const [a, b] = [select.zmpPlot(gait, axis), select.zmpPlot(other, axis)];
      expectSame(line(a, 'ZMP'), line(b, 'ZMP'));
      expectSame(a.bands![0]!.low, b.bands![0]!.low);
    }
    expectSame(line(select.linearMomentumPlot(gait), 'forward'), line(select.linearMomentumPlot(other), 'forward'));
    expectSame(line(select.groundForcePlot(gait), 'left'), line(select.groundForcePlot(other), 'left'));
  });

  it('keeps lengths and has left at x for a person who faces z', () => {
    const data = select.linearMomentumPlot(gait);
    const { linearMomentum: p } = gait.report;
    for (const f of [3, 77, 400]) {
      const size = Math.hypot(...['forward', 'left', 'up'].map((axis) => line(data, axis)[f]!));
      expect(size).toBeCloseTo(Math.hypot(p[3 * f]!, p[3 * f + 1]!, p[3 * f + 2]!), 9);
      expect(line(data, 'left')[f]).toBeCloseTo(p[3 * f]!, 9);
    }
  });

  it('holds the support between the outermost points', () => {
    const { report } = judged;
    const still = new Float64Array(2 * report.frameCount);
    const { low, high } = supportExtent(report, still, 'forward', 1);
    const points = report.supportPoints.subarray(2 * report.supportStart[0]!, 2 * report.supportStart[1]!);
    const z = [...points].filter((_, i) => i % 2 === 1);
    expect(low[0]).toBeCloseTo(Math.min(...z), 9);
    expect(high[0]).toBeCloseTo(Math.max(...z), 9);
  });
});

describe('what is shown of a person who stands, squats and leans too far', () => {
  const frameAt = (t: number): number => Math.round(t * 60);

  it('the ground carries one weight in standing', () => {
    expect(line(select.groundForcePlot(judged), 'up')[frameAt(0.3)]).toBeCloseTo(1, 2);
  });

  const marked = (data: PlotData, label: string, f: number): boolean => !Number.isNaN(line(data, label)[f]!);

  it('the ZMP is red where the verdict blames it, along the axis that is to blame', () => {
    const red = (axis: 'forward' | 'left', t: number) =>
      marked(select.zmpPlot(judged, axis), 'ZMP outside, blamed', frameAt(t));
    expect(red('forward', 6.8)).toBe(true);
    expect(red('left', 6.8)).toBe(false);
    expect(red('forward', 1)).toBe(false);
  });

  it('what is outside but not blamed is amber, never red', () => {
    const free = { ...judged, blamed: new Uint8Array(judged.report.frameCount) };
    const plots = [select.zmpPlot(free, 'forward'), select.zmpPlot(free, 'left'), select.marginPlot(free)];
    judged.report.margin.forEach((margin, f) => {
      if (!(margin < 0)) return;
      // In one of the two directions at least.
      expect(plots.slice(0, 2).some((data) => marked(data, 'ZMP outside, not blamed', f))).toBe(true);
      expect(marked(plots[2]!, 'margin outside, not blamed', f)).toBe(true);
    });
    for (const data of plots)
      for (const { label, values } of data.lines)
        if (/, blamed/.test(label)) expect(values.every(Number.isNaN)).toBe(true);
  });

  it('the knee bends by the angle between its neutral and its present rotation', () => {
    const { clip, body } = judged;
    const joint = clip.skeleton.names.indexOf('LeftLeg');
    const data = select.jointPlot(judged, 'LeftLeg');
    const nq = clip.q.length / clip.frameCount;
    for (const f of [0, frameAt(1.5), frameAt(6.8)]) {
      let dot = 0;
      for (let k = 0; k < 4; k++) dot += clip.q[f * nq + quatIndex(joint) + k]! * body!.limits.neutral[4 * joint + k]!;
      const whole = (2 * Math.acos(Math.min(1, Math.abs(dot))) * 180) / Math.PI;
      const parts = ['flexion', 'abduction', 'twist'].map((label) => line(data, label)[f]!);
      expect(Math.hypot(...parts)).toBeCloseTo(whole, 5);
    }
    expect(line(data, 'flexion')[frameAt(1.5)]).toBeGreaterThan(line(data, 'flexion')[0]! + 40);
  });
});
