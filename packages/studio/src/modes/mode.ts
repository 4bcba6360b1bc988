/**
 * A mode of the studio: Analyse, Fix, Push … To add one: one folder beside this with its settings and panel, one line in
 * index.ts. The shell carries it without being rebuilt.
 */
import type { ComponentType } from 'react';

export interface StudioMode {
  readonly id: string;
  readonly title: string;
  readonly hint: string; // one sentence, shown when the pointer rests on it
  readonly key: string | undefined; // shortcut letter with Shift
  readonly settings: unknown; // the mode's settings at the start; kept in document.modes[id]
  /** What stands in the inspector below body and report while the mode is on. */
  readonly Inspector: ComponentType;
  /** Extra scene layers, timeline lanes and plots come with the mode through their own registries. */
  readonly layers?: readonly string[]; // ids of scene layers switched on with the mode
}
