/** The summary cards of the page: one number each, in words an animator uses. A card is coloured by its own number. */
import type { BalanceReport } from '../balance/report.ts';
import { FRICTION_ERROR, FRICTION_WARNING } from '../balance/rules/force.ts';
import { BALANCE_ERROR, BALANCE_WARNING } from '../balance/rules/imbalance-runs.ts';
import { DEPTH_ERROR, DEPTH_WARNING } from '../balance/rules/penetration.ts';
import { SLIDE_ERROR, SLIDE_WARNING } from '../balance/rules/skate.ts';
import { isJudged, MOVES_FROM } from '../balance/verdict.ts';

/** fine, warning, error: by the limits of the rule that judges the number. plain: no limit says what is good. unknown: no number. */
export type Tone = 'fine' | 'warning' | 'error' | 'plain' | 'unknown';

export interface Card {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly note: string;
  readonly tone: Tone;
}

const fixed = (value: number, decimals: number): string => (Number.isFinite(value) ? value.toFixed(decimals) : '–');

const centimetres = (metres: number): string => fixed(100 * metres, 100 * metres >= 10 ? 0 : 1);

const toneOf = (value: number, warning: number, error: number): Tone =>
  value > error ? 'error' : value > warning ? 'warning' : 'fine';

const unknown = (label: string, note: string): Card => ({ label, value: '–', unit: '', note, tone: 'unknown' });

export function summaryCards(report: BalanceReport): Card[] {
  return [...balanceCards(report), ...floorCards(report), gripCard(report), jitterCard(report)];
}

function balanceCards(report: BalanceReport): Card[] {
  const { summary, frameTime } = report;
  if (!isJudged(report)) {
    return [unknown('Off balance', 'could not be judged'), unknown('ZMP inside', 'could not be judged')];
  }
  const at = (frame: number): string => (frame >= 0 ? ` at ${fixed(frame * frameTime, 2)} s` : '');
  const worst =
    summary.worstZmpFrame >= 0
      ? `worst ${centimetres(summary.worstZmpDistance)} cm outside${at(summary.worstZmpFrame)}`
      : 'never outside';
  return [
    {
      label: 'Off balance',
      value: centimetres(summary.imbalance),
      unit: 'cm',
      note: `to shift the body at worst${at(summary.imbalanceFrame)}`,
      tone: toneOf(summary.imbalance, BALANCE_WARNING, BALANCE_ERROR),
    },
    {
      label: 'ZMP inside',
      value: fixed(100 * (1 - summary.zmpOutsideFraction), 0),
      unit: '%',
      note: `of judged frames; ${worst}`,
      tone: 'plain',
    },
  ];
}

function floorCards({ summary, frameCount }: BalanceReport): Card[] {
  const slide: Card =
    frameCount < MOVES_FROM
      ? unknown('Foot slide', 'too few frames')
      : {
          label: 'Foot slide',
          value: centimetres(summary.slide),
          unit: 'cm',
          note: `longest; ${fixed(100 * summary.skate, 1)} cm/s on average`,
          tone: toneOf(summary.slide, SLIDE_WARNING, SLIDE_ERROR),
        };
  return [
    slide,
    {
      label: 'Floating',
      value: centimetres(summary.float),
      unit: 'cm',
      note: 'above the floor while not in a jump',
      tone: 'plain',
    },
    {
      label: 'In the floor',
      value: centimetres(summary.penetration),
      unit: 'cm',
      note: 'deepest sole',
      tone: toneOf(summary.penetration, DEPTH_WARNING, DEPTH_ERROR),
    },
  ];
}

function gripCard(report: BalanceReport): Card {
  if (!isJudged(report)) return unknown('Grip needed', 'could not be judged');
  return {
    label: 'Grip needed',
    value: fixed(report.summary.friction, 2),
    unit: '',
    note: 'sideways over downward force; shoes give 0.6–1',
    tone: toneOf(report.summary.friction, FRICTION_WARNING, FRICTION_ERROR),
  };
}

function jitterCard({ summary, frameCount }: BalanceReport): Card {
  if (frameCount < MOVES_FROM) return unknown('Jitter', 'too few frames');
  return {
    label: 'Jitter',
    value: fixed(summary.jitter, 1),
    unit: 'm/s²',
    note: 'shaking above the motion itself',
    tone: 'plain',
  };
}
