/**
 * A method: one way to make a motion possible, or to let a character answer what happens to it. Command line, studio and
 * contract tests iterate over the registry in index.ts; a new method is one folder beside this and one line there.
 */
import type { Body } from '../body/body.ts';
import type { WayUp } from '../control/rise/library.ts';
import type { TimedPush } from '../gait/push.ts';
import type { Situation } from '../gait/situation.ts';
import type { Clip } from '../motion/clip.ts';
import type { Balancer, BalancerEvent } from './balancer.ts';

/** What a method works on. */
export interface MethodInput {
  readonly body: Body;
  readonly clip: Clip; // never changed
  readonly pushes?: readonly TimedPush[]; // in order of time; online methods answer them
  readonly seed?: number; // default 0; the only source of variety
  /** A character that has fallen gets up again, so many seconds after coming to rest, and goes on as the clip begins. */
  readonly getUp?: { readonly after: number; readonly way?: WayUp } | undefined;
  /** How far the work has come, 0 … 1; throw from it to cancel. */
  readonly onProgress?: (done: number) => void;
}

/** How it went: expected failure is a value with a reason. */
export interface MethodOutcome {
  readonly status: string; // the method's own word: 'balanced', 'recovered', 'infeasible', 'fall' …
  readonly achieved: boolean; // the method did what it is for
  readonly reason: string; // one sentence for the user
}

/** What happened, and what the method knows of it besides, as plain data. */
export type MethodEvent = BalancerEvent & { readonly detail?: object };

export interface MethodResult {
  readonly clip: Clip;
  readonly outcome: MethodOutcome;
  readonly events: readonly MethodEvent[]; // in order; none where nobody pushed
  readonly notes: readonly string[]; // what the user should know besides
}

/** Is a method made for a situation? */
export interface Fit {
  readonly fit: number; // 0: it does nothing for it … 1: made for it
  readonly reason: string; // one sentence
}

/** Options differ from method to method; each documents its own with its defaults. */
export interface Method<Options extends object = object> {
  readonly id: string; // 'balance-filter'
  readonly title: string;
  readonly summary: string; // one sentence
  readonly paper?: string; // '[Tak00]', as in docs/papers.md; none: Poise's own
  readonly defaults: Options;
  /** A balanced clip without a push comes back with joints within this of where they were [rad]. */
  readonly tolerance: number;
  /** How well it suits what a character does: whoever chooses takes the method that suits best. */
  readonly fits: (situation: Situation) => Fit;
  /** Whole clips: the clip and its pushes in, a clip out. */
  readonly run: (input: MethodInput, options?: Partial<Options>) => MethodResult;
  /** Online methods: a character that goes on with the clip until it is pushed. */
  readonly start?: (input: MethodInput, options?: Partial<Options>) => Balancer;
  /** An event of `run` or of a balancer, in one sentence. */
  readonly describe: (event: MethodEvent) => string;
}
