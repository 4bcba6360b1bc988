import { FormatError, RigError, UsageError } from '../errors.ts';

/** What the process returns; documented in docs/cli.md. */
export const EXIT = {
  fine: 0,
  findings: 1, // lint found something at or above --fail-on; a motion was written, and is not as asked
  misuse: 2, // wrong arguments
  unreadable: 3, // a file could not be read, written, or holds no person
  defect: 70, // a mistake in Poise itself (EX_SOFTWARE of sysexits.h)
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A file that the system would not let us read or write. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** The exit code and the line to print for anything thrown by a command. A message that quotes a file may hold line breaks. */
export function explain(error: unknown): { readonly code: ExitCode; readonly line: string } {
  const { code, line } = explanation(error);
  return { code, line: line.replace(/\s*[\r\n]+\s*/g, ' ') };
}

function explanation(error: unknown): { readonly code: ExitCode; readonly line: string } {
  if (error instanceof UsageError) return { code: EXIT.misuse, line: error.message };
  if (error instanceof FormatError || error instanceof RigError || error instanceof FileError) {
    return { code: EXIT.unreadable, line: error.message };
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: EXIT.defect, line: `unexpected ${text} (a defect in Poise; --debug shows where)` };
}
