/**
 * What a method is: something that takes a clip and gives back one that could happen, or that answers pushes as it runs.
 * To add one: one folder beside this, one line in index.ts, one page in docs/methods. Command line, studio and contract
 * tests iterate over the registry.
 */
import type { Body } from '../body/body.ts';
import type { Clip } from '../motion/clip.ts';

export interface MethodInput {
  readonly body: Body;
  readonly clip: Clip;
  /** Called with the share done, 0…1; throw from it to cancel. */
  readonly onProgress?: (done: number) => void;
}

/** How it went, in words and numbers; expected failure is a value, not an exception. */
export interface MethodOutcome {
  readonly status: 'unchanged' | 'done' | 'partly' | 'failed';
  readonly reason: string; // one sentence
  readonly residual: number; // [m] what is still wrong; 0 when nothing is
  readonly details: unknown; // the method's own report
}

export interface MethodResult {
  readonly clip: Clip;
  readonly outcome: MethodOutcome;
}

export interface Method<Options extends object = object> {
  readonly id: string; // 'balance-filter'
  readonly title: string;
  readonly paper: string; // key in docs/papers.md
  readonly defaults: Options;
  /** How far [m] joints of a clip that needs no change may move. */
  readonly tolerance: number;
  readonly run: (input: MethodInput, options?: Partial<Options>) => MethodResult;
}
