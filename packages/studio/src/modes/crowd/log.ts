/** What was done to a crowd and when, so that it can be done again. */
import type { Command } from './crowd.ts';

interface Logged {
  readonly frame: number; // the one that is made after the command
  readonly command: Command;
}

export interface CommandLog {
  /** Somebody does something now: a replay ends there. */
  readonly add: (command: Command) => void;
  /** Commands for the next frame. */
  readonly take: (frame: number) => readonly Command[];
  /** From the start: again as it was, or with nothing done. */
  readonly rewind: (again: boolean) => void;
}

export function createLog(): CommandLog {
  let entries: Logged[] = [];
  let fresh: Command[] = []; // done since the last frame
  let next = 0; // of the entries, in a replay
  return {
    add(command) {
      if (next < entries.length) entries = entries.slice(0, next);
      next = entries.length;
      fresh.push(command);
    },
    take(frame) {
      const due: Command[] = [];
      for (; next < entries.length && entries[next]!.frame <= frame; next++) due.push(entries[next]!.command);
      const now = fresh;
      fresh = [];
      entries = [...entries, ...now.map((command) => ({ frame, command }))];
      if (now.length > 0) next = entries.length;
      return [...due, ...now];
    },
    rewind(again) {
      if (!again) entries = [];
      fresh = [];
      next = 0;
    },
  };
}
