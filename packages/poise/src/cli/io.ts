import { toJson } from '../report/json.ts';
import { STANDARD_OUTPUT } from './files.ts';
import { writeWhole } from './writing/write-files.ts';

/** Where the command line prints. Injected, so that tests run commands in process. */
export interface Io {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** stderr is a terminal: a progress bar may be drawn there. */
  readonly terminal: boolean;
  readonly columns: number;
  /** What Poise itself draws on the terminal, such as a progress bar; stderr where absent. */
  readonly draw?: (text: string) => void;
}

/** Signs that steer a terminal or turn the direction of text: all of C0 and C1 but tabs and line ends, and the marks of bidirectional text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the signs that are looked for
const STEERING = /\r(?!\n)|[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text with such signs written out (\\u001b): names of files, joints and takes come from strangers. JSON stays the same JSON. */
export const withoutSteering = (text: string): string =>
  text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same output, on which nothing that is printed steers the terminal. */
export const safeIo = (io: Io): Io => ({
  ...io,
  stdout: (text) => io.stdout(withoutSteering(text)),
  stderr: (text) => io.stderr(withoutSteering(text)),
  draw: io.stderr,
});

/** An output that keeps what is printed, for commands that are run by other programs. */
export function keepingIo(): {
  readonly io: Io;
  readonly printed: () => { readonly stdout: string; readonly stderr: string };
} {
  let stdout = '';
  let stderr = '';
  const io: Io = {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    terminal: false,
    columns: 100,
  };
  return { io, printed: () => ({ stdout, stderr }) };
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
