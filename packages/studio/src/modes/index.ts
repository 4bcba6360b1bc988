/** The modes of the studio, in the order of the bar. A new one is one folder beside this and one line here. */
import { analyseMode } from './analyse/analyse-mode.tsx';
import { anticipateMode } from './anticipate/anticipate-mode.tsx';
import { crowdMode } from './crowd/crowd-mode.tsx';
import { mendMode } from './mend/mend-mode.tsx';
import type { StudioMode } from './mode.ts';
import { reactMode } from './react/react-mode.tsx';

export const modes: readonly StudioMode[] = [analyseMode, mendMode, reactMode, crowdMode, anticipateMode];

export const modeNamed = (id: string): StudioMode => modes.find((mode) => mode.id === id) ?? analyseMode;

/** Settings of all modes at the start, by id. */
export const modeSettings = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(modes.map(({ id, settings }) => [id, settings]));
