/** How the user likes the studio: panels, theme, plots. Kept in this browser only. */
import type { Store } from '../state/store.ts';
import type { StudioView } from '../state/types.ts';

const KEY = 'poise-studio';
const NARROW = 1100; // [px] below which the library starts folded
const SETTLE = 400; // [ms]

type Preferences = Partial<Pick<StudioView, 'panels' | 'theme' | 'plots'>>;

const preferencesIn = ({ panels, theme, plots }: StudioView): Preferences => ({ panels, theme, plots });

/** Old or foreign content is left alone. */
function read(): Preferences {
  try {
    const { panels, theme, plots } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Preferences;
    return {
      ...(isPanels(panels) && { panels }),
      ...((theme === 'light' || theme === 'dark') && { theme }),
      ...(Array.isArray(plots) && { plots: plots.filter((id) => typeof id === 'string') }),
    };
  } catch {
    return {};
  }
}

function isPanels(panels: Preferences['panels']): panels is StudioView['panels'] {
  const names = ['library', 'inspector', 'timeline', 'plots'] as const;
  return names.every((name) => typeof panels?.[name]?.open === 'boolean' && Number.isFinite(panels[name].size));
}

/** Restores what was kept, and keeps what changes from now on. */
export function restorePreferences(store: Store): void {
  const { panels } = store.state().view;
  const narrow =
    window.innerWidth < NARROW ? { panels: { ...panels, library: { ...panels.library, open: false } } } : {};
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? { playing: false } : {};
  store.dispatch({ type: 'view/set', view: { ...narrow, ...still, ...read() } });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = JSON.stringify(preferencesIn(store.state().view));
  store.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const text = JSON.stringify(preferencesIn(store.state().view));
      if (text === written) return;
      written = text;
      try {
        localStorage.setItem(KEY, text);
      } catch {
        // A browser that keeps nothing still works; it only forgets.
      }
    }, SETTLE);
  });
}
