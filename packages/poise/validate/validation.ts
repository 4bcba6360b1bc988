/** What a validation is: it looks at captured data beside the repository and returns numbers and tables. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Half } from './halves.ts';

export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
export const MOCAP = resolve(process.env['POISE_MOCAP'] ?? resolve(REPOSITORY, '../shared/mocap'));
export const mocapPresent = (): boolean => existsSync(MOCAP);

/** One number with a stable id; the same shape as a line of the bench. */
export interface Line {
  readonly id: string;
  readonly value: number;
  readonly unit: string;
  readonly against?: string; // what the ratio compares with
  readonly ratio?: number;
}

/** A figure: SVG text and the name of its file. Figures that show averages go into docs, those that show one person's
 *  recording stay outside the repository. */
export interface Figure {
  readonly name: string;
  readonly svg: string;
  readonly kind: 'average' | 'recording';
}

export interface Outcome {
  readonly lines: readonly Line[];
  readonly markdown: string; // the section's tables for docs/validation.md
  readonly figures: readonly Figure[];
  readonly files?: readonly { readonly name: string; readonly text: string }[]; // beside the tables of one without a page
}

/** What the command line says to validations that ask for it. */
export interface ValidationOptions {
  readonly method: string; // id of the method that answers pushes
  readonly count: number; // of pushes
  readonly seed: number;
  readonly half: Half | 'both'; // of the clips that hits in gaits are tried on
  readonly hits: boolean; // the table of hits instead
  readonly bodies: 'known' | 'varied'; // who is pushed: mannequins, rigs and captured people, or bodies drawn at random
  readonly ground: string; // what people are pushed on, or 'all'
  readonly fit: string; // parameters that are fitted anew, with commas between them
  readonly evaluations: number; // that the fit may take
  readonly worst: number; // how many of the worst answers are written as BVH files
  readonly out: string; // folder for them
  readonly say: (what: string) => void; // progress
}

export interface Validation {
  readonly id: string; // of its section
  /** Page that holds the section. null: none; it runs only when it is named, and its tables go to out/validation. */
  readonly page: string | null;
  readonly method?: string; // that answers its pushes unless another is asked for; default: push-response
  run(options: ValidationOptions): Promise<Outcome>;
}

export const VALIDATION_PAGE = 'docs/validation.md';

export { table } from '../reproduce/paper.ts';
