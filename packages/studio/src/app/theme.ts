/** Dark at the start; light or as the system has it where the user chose so. */
import { useEffect, useSyncExternalStore } from 'react';
import type { Theme } from '../state/types.ts';
import { useStudio } from '../state/use-studio.ts';

const system = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  const query = system();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Is the page dark now? */
export function useDark(): boolean {
  const theme = useStudio((state) => state.view.theme);
  const systemDark = useSyncExternalStore(subscribe, () => system().matches);
  return theme === 'auto' ? systemDark : theme === 'dark';
}

/** Writes the choice where the style sheet reads it. */
export function useThemeAttribute(): void {
  const theme = useStudio((state) => state.view.theme);
  useEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

export const nextTheme = (theme: Theme): Theme => ({ auto: 'light', light: 'dark', dark: 'auto' })[theme] as Theme;
