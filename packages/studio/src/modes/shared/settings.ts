/** Settings of a mode, as its controller and its panels change them. */
import { useApp } from '../../app/studio-context.ts';
import type { Store } from '../../state/store.ts';
import type { StudioState } from '../../state/types.ts';
import { useStudio } from '../../state/use-studio.ts';

/** `apart`: no drag of a slider, so it does not join what is changed right before or after. */
export type ChangeSettings<S> = (
  store: Pick<Store, 'state' | 'dispatch'>,
  settings: Partial<S>,
  how?: { readonly apart: boolean },
) => void;

/** Changes settings of a mode, as a step that can be undone. */
export const settingsOf =
  <S extends object>(mode: string, read: (state: StudioState) => S): ChangeSettings<S> =>
  (store, settings, how) =>
    store.dispatch({ type: 'mode/settings', mode, settings: { ...read(store.state()), ...settings }, ...how });

/** The settings as they are, and a way to change some of them. */
export function useSettingsOf<S>(
  read: (state: StudioState) => S,
  change: ChangeSettings<S>,
): readonly [S, (settings: Partial<S>) => void] {
  const { store } = useApp();
  return [useStudio(read), (settings) => change(store, settings)];
}
