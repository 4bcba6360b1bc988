/** What the page asks of a worker. Every request says all that is needed, so that a worker can be ended at any moment. */
import type { Remote } from 'comlink';
import type { BalanceReport, Body, Clip, Finding, ForceTrack } from 'poise';
import type { AnimatedProp } from 'poise/io';
import type { ContactOverride } from 'poise/lint';
import type { MannequinOptions } from 'poise/perform';
import type { AnalyseSettings, BodySettings, Catalogue, Explanation, ImportSettings, Verdict } from '../state/types.ts';

/** A file the user gave. Cloning a File to a worker does not copy its bytes. */
export interface GivenFile {
  readonly path: string; // with its folder, '/' between
  readonly file: File;
}

/** Which motion is meant. */
export type ClipRequest =
  | {
      readonly kind: 'built-in';
      readonly motion: string;
      readonly values: Readonly<Record<string, number>>;
      readonly body: Partial<MannequinOptions>;
    }
  | {
      readonly kind: 'file';
      readonly fileId: string;
      readonly main: GivenFile;
      readonly beside: readonly GivenFile[]; // files in the same folder that may accompany it
      readonly take: number;
      readonly border: ImportSettings;
    }
  | {
      readonly kind: 'made';
      readonly key: string; // names this very motion
      readonly name: string;
      readonly clip: Clip;
      readonly from: ClipRequest | undefined; // what it was made from: its file is written into
      readonly props?: readonly AnimatedProp[] | undefined; // things that move beside the person
    };

export interface JudgeOptions extends AnalyseSettings {
  readonly body: BodySettings;
  readonly contacts: readonly ContactOverride[];
  readonly external: readonly ForceTrack[];
}

export interface LoadedClip {
  readonly clip: Clip; // without the file's own document
  readonly takes: readonly string[]; // names of all takes in the file
}

export interface Judgement {
  readonly report: BalanceReport;
  readonly findings: readonly Finding[];
  readonly body: Body;
  readonly verdict: Verdict;
}

export interface Performed extends LoadedClip {
  readonly judgement: Judgement | undefined;
}

/** One take as a background run finds it. */
export interface Surveyed {
  readonly name: string;
  readonly verdict?: Verdict;
  readonly error?: string; // in words
}

/** A moment to explain, with what the report says about it. */
export interface Moment {
  readonly frame: number;
  readonly support: readonly (readonly [x: number, z: number])[];
  readonly floor: number; // [m] height of the ground
  readonly zmp: readonly [x: number, z: number];
  readonly forward: readonly [x: number, z: number];
}

/** The worker as the page sees it: every call takes its time. */
export type RemoteWorker = Remote<StudioWorker>;

export type Progress = (done: number) => void;

export interface StudioWorker {
  catalogue(): Catalogue;
  load(request: ClipRequest): Promise<LoadedClip>;
  /** Performs a built-in motion and judges it in one go, so that both appear at once. */
  perform(request: ClipRequest, options: JudgeOptions): Promise<Performed>;
  analyse(request: ClipRequest, options: JudgeOptions, onProgress: Progress): Promise<Judgement>;
  explain(request: ClipRequest, body: BodySettings, moment: Moment): Promise<Explanation | undefined>;
  survey(request: ClipRequest): Promise<readonly Surveyed[]>;
  /** Bytes of a motion file; into the user's own file where the format is the same. */
  exportMotion(request: ClipRequest, extension: string): Promise<Uint8Array>;
  exportReport(
    request: ClipRequest,
    options: JudgeOptions,
    kind: 'html' | 'csv' | 'json',
    title: string,
  ): Promise<Uint8Array>;
}
