import { toJson } from '../report/json.ts';

/** Where the command line prints. Injected, so that tests run commands in process. */
export interface Io {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** stderr is a terminal: a progress bar may be drawn there. */
  readonly terminal: boolean;
  readonly columns: number;
}

export const printLine = (io: Io, text = ''): void => io.stdout(`${text}\n`);

export const printJson = (io: Io, value: unknown): void => printLine(io, toJson(value));
