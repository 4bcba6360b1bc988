/** What a data set keeps of a clip: verdict, findings, key figures, contacts, and what is doubtful about rate and scale. */
import type { Finding, Severity } from '../balance/finding.ts';
import { reportedHeading } from '../balance/heading.ts';
import type { Judgement } from '../balance/judge.ts';
import type { BalanceReport } from '../balance/report.ts';
import { type Clip, durationOf, frameRate } from '../motion/clip.ts';
import { assumptionsOf } from './assumptions.ts';
import { contactStretches } from './build-figure.ts';
import { takeName } from './describe-clip.ts';
import { tidy } from './json.ts';
import { type Thumbnail, thumbnailOf } from './thumbnail.ts';

/** Columns are documented in docs/batch.md. */
export interface ClipCard {
  readonly animation: string;
  readonly frames: number;
  readonly fps: number | null;
  readonly seconds: number | null;
  readonly verdict: Judgement['verdict']['status'];
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly CardFinding[];
  readonly stature: number | null; // [m]
  readonly mass: number | null; // [kg]
  readonly doubts: readonly string[]; // what had to be guessed
  readonly figures: Readonly<Record<string, number | null>>;
  readonly contacts: { readonly left: readonly Stretch[]; readonly right: readonly Stretch[] };
  readonly thumbnail: Thumbnail;
}

type Stretch = readonly [first: number, last: number];
type CardFinding = Pick<Finding, 'rule' | 'severity' | 'start' | 'end' | 'message'> & { readonly value: number | null };

export function clipCard(clip: Clip, { body, report, findings, verdict }: Judgement): ClipCard {
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  const frame = findings[0]?.worst ?? clip.frameCount >> 1; // the gravest comes first
  const [left, right] = report.feet;
  return {
    animation: takeName(clip),
    frames: clip.frameCount,
    fps: tidy(frameRate(clip)),
    seconds: tidy(durationOf(clip)),
    verdict: verdict.status,
    errors: count('error'),
    warnings: count('warning'),
    findings: findings.map(({ rule, severity, start, end, value, message }) => ({
      rule,
      severity,
      start,
      end,
      value: tidy(value),
      message,
    })),
    stature: tidy(report.height),
    mass: tidy(report.mass),
    doubts: assumptionsOf(clip, report),
    figures: figuresOf(report),
    contacts: { left: contactStretches(left), right: contactStretches(right) },
    thumbnail: thumbnailOf(body, clip, reportedHeading(report, frame), frame),
  };
}

function figuresOf({ summary }: BalanceReport): ClipCard['figures'] {
  const { worstZmpFrame: _, imbalanceFrame: __, ...figures } = summary;
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, tidy(value)]));
}
