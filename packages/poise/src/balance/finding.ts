/** One thing that is wrong with a clip, in words a person understands. */
export const SEVERITIES = ['note', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
  readonly rule: string; // id of the rule, e.g. 'balance', 'unsupported', 'skate'
  readonly severity: Severity;
  readonly start: number; // first frame
  readonly end: number; // last frame
  readonly worst: number; // frame to look at
  readonly value: number; // the measured quantity at its worst
  readonly limit: number; // what it was held against
  readonly unit: string; // of value and limit
  readonly message: string; // a sentence: what is wrong, how much, where
}
