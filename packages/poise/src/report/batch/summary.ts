/** A run in numbers: counts, distributions and its worst clips. Rows are added one by one; memory does not grow with their number. */
import type { Severity } from '../../balance/finding.ts';
import type { ClipCard } from '../clip-card.ts';

/** What is needed of a row of a manifest. */
export interface CardRow {
  readonly file: string;
  readonly status: string;
  readonly message?: string;
  readonly achieved?: boolean;
  readonly clips: readonly ClipCard[];
  readonly before?: ClipCard;
}

/** A figure whose distribution is drawn. */
export interface FigureScale {
  readonly id: string; // in `figures` of a card, or a column of the card itself
  readonly title: string;
  readonly unit: string;
  readonly most: number; // upper end of the axis; the last bar holds what is beyond
}

export const FIGURE_SCALES: readonly FigureScale[] = [
  { id: 'seconds', title: 'Length', unit: 's', most: 20 },
  { id: 'fps', title: 'Frame rate', unit: '1/s', most: 120 },
  { id: 'stature', title: 'Stature', unit: 'm', most: 2.5 },
  { id: 'zmpOutsideFraction', title: 'Balance point outside', unit: 'share of frames', most: 1 },
  { id: 'slide', title: 'Largest foot slide', unit: 'm', most: 0.4 },
  { id: 'skate', title: 'Foot skate', unit: 'm/s', most: 0.5 },
  { id: 'float', title: 'Floating', unit: 'm', most: 0.4 },
  { id: 'penetration', title: 'Foot penetration', unit: 'm', most: 0.2 },
  { id: 'jitter', title: 'Jitter', unit: 'm/s²', most: 5 },
];

export const BARS = 24;
const WORST_PER_RULE = 40;
const REFUSED_SHOWN = 200;

/** One of the worst clips. */
export interface WorstClip {
  readonly file: string;
  readonly animation: string;
  readonly verdict: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly value: number;
  readonly message: string;
  readonly thumbnail: ClipCard['thumbnail'];
}

export class BatchSummary {
  readonly statuses = new Map<string, number>();
  readonly verdicts = new Map<string, number>();
  readonly verdictsBefore = new Map<string, number>();
  readonly rules = new Map<string, Record<Severity, number>>(); // clips with such a finding
  readonly bars = new Map<string, Float64Array>(FIGURE_SCALES.map(({ id }) => [id, new Float64Array(BARS)]));
  readonly refused: { readonly file: string; readonly message: string }[] = [];
  readonly #worst = new Map<string, WorstClip[]>();
  rows = 0;
  takes = 0;
  seconds = 0;
  notAsAsked = 0;

  add(row: CardRow): void {
    this.rows++;
    count(this.statuses, row.status);
    if (row.achieved === false) this.notAsAsked++;
    if (row.before) count(this.verdictsBefore, row.before.verdict);
    if (row.message !== undefined && row.status !== 'done' && this.refused.length < REFUSED_SHOWN) {
      this.refused.push({ file: row.file, message: row.message });
    }
    for (const card of row.clips) this.#addCard(row.file, card);
  }

  #addCard(file: string, card: ClipCard): void {
    this.takes++;
    this.seconds += card.seconds ?? 0;
    count(this.verdicts, card.verdict);
    for (const { id, most } of FIGURE_SCALES) {
      const value = id in card.figures ? card.figures[id] : (card as unknown as Record<string, unknown>)[id];
      if (typeof value !== 'number') continue;
      this.bars.get(id)![Math.max(0, Math.min(BARS - 1, Math.floor((value / most) * BARS)))]++;
    }
    const seen = new Set<string>();
    for (const finding of card.findings) {
      const { rule, severity, message } = finding;
      if (seen.has(rule)) continue; // the gravest of a rule comes first
      seen.add(rule);
      const counts = this.rules.get(rule) ?? { error: 0, warning: 0, note: 0 };
      counts[severity]++;
      this.rules.set(rule, counts);
      const { animation, verdict, thumbnail } = card;
      this.#keep({ file, animation, verdict, rule, severity, value: finding.value ?? 0, message, thumbnail });
    }
  }

  /** Keeps a clip if it is among the worst of its rule. */
  #keep(clip: WorstClip): void {
    const kept = this.#worst.get(clip.rule) ?? [];
    kept.push(clip);
    kept.sort(worstFirst);
    this.#worst.set(clip.rule, kept.slice(0, WORST_PER_RULE));
  }

  /** The worst clips of all rules, the gravest first. */
  get worst(): readonly WorstClip[] {
    return [...this.#worst.values()]
      .flat()
      .sort((a, b) => rank(a) - rank(b) || (a.rule < b.rule ? -1 : 1) || worstFirst(a, b));
  }
}

const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);

const rank = ({ severity }: WorstClip): number => ['error', 'warning', 'note'].indexOf(severity);

const worstFirst = (a: WorstClip, b: WorstClip): number =>
  rank(a) - rank(b) || Math.abs(b.value) - Math.abs(a.value) || (a.file < b.file ? -1 : 1);
