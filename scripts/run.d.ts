/** Folder of the repository. */
export const root: string;
/** Runs a command line in the repository with its output shown; true when it succeeded. */
export function runCommand(line: string): boolean;
