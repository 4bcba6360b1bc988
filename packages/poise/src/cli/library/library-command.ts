import type { Command } from 'commander';

/** The command under which all work on libraries stands, made by whoever comes first. */
export const libraryCommand = (program: Command): Command =>
  program.commands.find((command) => command.name() === 'library') ??
  program.command('library').description('libraries of push responses');
