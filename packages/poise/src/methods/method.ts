/**
 * A method: one way to make a motion possible, or to let a character answer what happens to it. Command line, studio and
 * contract tests iterate over the registry in index.ts; a new method is one folder beside this and one line there.
 */
import type { Body } from '../body/body.ts';
import type { Clip } from '../motion/clip.ts';
import type { Balancer, Push } from './balancer.ts';

/** What a method works on. */
export interface MethodInput {
  readonly body: Body;
  readonly clip: Clip; // never changed
  readonly pushes?: readonly TimedPush[]; // in order of time; online methods answer them
  readonly seed?: number; // default 0; the only source of variety
  /** How far the work has come, 0 … 1; throw from it to cancel. */
  readonly onProgress?: (done: number) => void;
}

/** A push at a moment of the clip. */
export interface TimedPush extends Push {
  readonly time: number; // [s] from the first frame, when it begins
}

/** How it went: expected failure is a value with a reason. */
export interface MethodOutcome {
  readonly status: string; // the method's own word: 'balanced', 'recovered', 'infeasible', 'fall' …
  readonly achieved: boolean; // the method did what it is for
  readonly reason: string; // one sentence for the user
}

export interface MethodResult {
  readonly clip: Clip;
  readonly outcome: MethodOutcome;
}

/** Options differ from method to method; each documents its own with its defaults. */
export interface Method<Options extends object = object> {
  readonly id: string; // 'balance-filter'
  readonly title: string;
  readonly summary: string; // one sentence
  readonly paper: string; // '[Tak00]', as in docs/papers.md
  readonly defaults: Options;
  /** A balanced clip without a push comes back with joints within this of where they were [rad]. */
  readonly tolerance: number;
  /** Whole clips: the clip and its pushes in, a clip out. */
  readonly run: (input: MethodInput, options?: Partial<Options>) => MethodResult;
  /** Online methods: a character that goes on with the clip until it is pushed. */
  readonly start?: (input: MethodInput, options?: Partial<Options>) => Balancer;
}
