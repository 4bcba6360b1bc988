/** How the user likes the studio: panels, theme, plots. Kept in this browser only. */
import type { Store } from '../state/store.ts';
import type { StudioView } from '../state/types.ts';

const KEY = 'poise-studio';
const NARROW = 1100; // [px] below which the library starts folded
const SMALL = { width: 640, height: 520 }; // [px] below which the timeline starts low
const LOW = 136; // [px]
const LOWEST = 98; // [px] where the window is low too: transport and ruler
const SETTLE = 400; // [ms]

type Preferences = Partial<Pick<StudioView, 'panels' | 'theme' | 'plots' | 'greeted' | 'muted'>>;

const preferencesIn = ({ panels, theme, plots, greeted, muted }: StudioView): Preferences => ({
  panels,
  theme,
  plots,
  greeted,
  muted,
});

/** Old or foreign content is left alone. */
function read(): Preferences {
  try {
    const { panels, theme, plots, greeted, muted } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Preferences;
    return {
      greeted: greeted === true,
      muted: muted === true,
      ...(isPanels(panels) && { panels }),
      ...((theme === 'light' || theme === 'dark' || theme === 'auto') && { theme }),
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

/** Does the user want no movement that they have not asked for? */
export const prefersStillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Restores what was kept, and keeps what changes from now on. */
export function restorePreferences(store: Store): void {
  const { panels } = store.state().view;
  const { innerWidth: width, innerHeight: height } = window;
  const low = height < SMALL.height ? LOWEST : width < SMALL.width ? LOW : panels.timeline.size;
  const kept = read();
  store.dispatch({
    type: 'view/set',
    view: { panels: { ...panels, timeline: { ...panels.timeline, size: low } }, playing: !prefersStillness(), ...kept },
  });
  // In a narrow window, or one that becomes narrow as the page is enlarged, the stage has the room.
  const narrow = window.matchMedia(`(max-width: ${NARROW - 1}px)`);
  const fold = (): void => {
    if (narrow.matches && store.state().view.panels.inspector.open)
      store.dispatch({ type: 'view/panel', panel: 'library', open: false });
  };
  fold();
  narrow.addEventListener('change', fold);
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
