import { toJson } from '../report/json.ts';
import { STANDARD_OUTPUT, writeWhole } from './files.ts';

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

/** Writes a whole file and says so, or prints it where the name is "-". */
export async function writeOutput(io: Io, file: string, data: Uint8Array | string): Promise<void> {
  if (file === STANDARD_OUTPUT) {
    io.stdout(typeof data === 'string' ? data : new TextDecoder().decode(data));
    return;
  }
  await writeWhole(file, data);
  io.stderr(`wrote ${file}\n`);
}
