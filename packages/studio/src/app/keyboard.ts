/** All shortcuts in one table; the help sheet prints the same table. */
import { modeNamed, modes } from '../modes/index.ts';
import { durationOnStage } from '../state/selectors.ts';
import type { CameraPreset, LayerInfo, StudioState } from '../state/types.ts';
import type { Studio } from './studio-context.ts';

export interface Shortcut {
  readonly group: 'Time' | 'View' | 'Overlays' | 'Work';
  readonly keys: string; // as the help prints it
  readonly text: string;
  readonly matches: (event: KeyboardEvent) => boolean;
  /** When it is for this; otherwise the key does what it does anyway: Escape closes dialogs. */
  readonly when?: (state: StudioState) => boolean;
  readonly run: (studio: Studio) => void;
}

const plain = (event: KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && !event.altKey;
const key = (name: string) => (event: KeyboardEvent) =>
  plain(event) && !event.shiftKey && event.key.toLowerCase() === name.toLowerCase();
const arrow = (name: string, shift: boolean) => (event: KeyboardEvent) =>
  plain(event) && event.key === name && event.shiftKey === shift;
const control = (name: string, shift: boolean) => (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.shiftKey === shift && event.key.toLowerCase() === name;

const CAMERAS: readonly CameraPreset[] = ['perspective', 'front', 'side', 'top'];

function nextCamera(now: CameraPreset): CameraPreset {
  return CAMERAS[(CAMERAS.indexOf(now) + 1) % CAMERAS.length] ?? 'perspective';
}

const SHORTCUTS: readonly Shortcut[] = [
  { group: 'Time', keys: 'Space', text: 'Play or pause', matches: key(' '), run: ({ player }) => player.toggle() },
  {
    group: 'Time',
    keys: '← →',
    text: 'One frame back or forward',
    matches: arrow('ArrowLeft', false),
    run: ({ player }) => player.step(-1),
  },
  { group: 'Time', keys: '', text: '', matches: arrow('ArrowRight', false), run: ({ player }) => player.step(1) },
  {
    group: 'Time',
    keys: 'Shift + ← →',
    text: 'Ten frames back or forward',
    matches: arrow('ArrowLeft', true),
    run: ({ player }) => player.step(-10),
  },
  { group: 'Time', keys: '', text: '', matches: arrow('ArrowRight', true), run: ({ player }) => player.step(10) },
  {
    group: 'Time',
    keys: 'Home, End',
    text: 'First or last frame',
    matches: key('Home'),
    run: ({ player }) => player.seek(0),
  },
  {
    group: 'Time',
    keys: '',
    text: '',
    matches: key('End'),
    run: ({ player, store }) => player.seek(durationOnStage(store.state())),
  },
  {
    group: 'Time',
    keys: 'L',
    text: 'Loop',
    matches: key('l'),
    run: ({ store }) => store.dispatch({ type: 'view/set', view: { loop: !store.state().view.loop } }),
  },
  {
    group: 'View',
    keys: 'F',
    text: 'Frame the person',
    matches: key('f'),
    run: ({ viewport }) => viewport.current?.frameAll(),
  },
  {
    group: 'View',
    keys: 'V',
    text: 'Next camera: free, front, side, top',
    matches: key('v'),
    run: ({ store }) =>
      store.dispatch({ type: 'view/set', view: { camera: nextCamera(store.state().view.camera), shot: undefined } }),
  },
  {
    group: 'View',
    keys: 'C',
    text: 'Camera follows the person',
    matches: key('c'),
    run: ({ store }) => store.dispatch({ type: 'view/set', view: { follow: !store.state().view.follow } }),
  },
  {
    group: 'View',
    keys: 'G',
    text: 'Ghosts of the moments before and after',
    matches: key('g'),
    run: ({ store }) => {
      const { ghosts } = store.state().view;
      store.dispatch({ type: 'view/set', view: { ghosts: { ...ghosts, on: !ghosts.on } } });
    },
  },
  {
    group: 'View',
    keys: 'P',
    text: 'Plots',
    matches: key('p'),
    run: ({ store }) =>
      store.dispatch({ type: 'view/panel', panel: 'plots', open: !store.state().view.panels.plots.open }),
  },
  {
    group: 'View',
    keys: 'H',
    text: 'Cinema: nothing but the person; again or Escape brings all back, M mutes it',
    matches: key('h'),
    run: ({ store }) => store.dispatch({ type: 'view/set', view: { cinema: !store.state().view.cinema } }),
  },
  {
    group: 'View',
    keys: '',
    text: '',
    matches: key('Escape'),
    when: ({ view }) => view.cinema,
    run: ({ store }) => store.dispatch({ type: 'view/set', view: { cinema: false } }),
  },
  {
    group: 'View',
    keys: '',
    text: '',
    matches: key('m'),
    when: ({ view }) => view.cinema,
    run: ({ store }) => store.dispatch({ type: 'view/set', view: { muted: !store.state().view.muted } }),
  },
  {
    group: 'Work',
    keys: '?',
    text: 'This help',
    matches: (event) => plain(event) && event.key === '?',
    run: ({ store }) => store.dispatch({ type: 'view/set', view: { help: !store.state().view.help } }),
  },
  { group: 'Work', keys: 'Ctrl + Z', text: 'Undo', matches: control('z', false), run: ({ store }) => store.undo() },
  {
    group: 'Work',
    keys: 'Ctrl + Shift + Z',
    text: 'Redo',
    matches: control('z', true),
    run: ({ store }) => store.redo(),
  },
  { group: 'Work', keys: '', text: '', matches: control('y', false), run: ({ store }) => store.redo() },
  {
    group: 'Work',
    keys: 'E',
    text: 'Export',
    matches: key('e'),
    run: ({ store }) => store.dispatch({ type: 'view/set', view: { exporting: true } }),
  },
];

/** All shortcuts, those of the modes and the scene layers included; of what modes have for themselves, those of the one that is on. */
export const shortcutsWith = (layers: readonly LayerInfo[], mode: string): readonly Shortcut[] => [
  ...SHORTCUTS,
  ...(modeNamed(mode).keys ?? []).map(
    ({ key: letter, text, run }): Shortcut => ({
      group: 'Work',
      keys: letter.toUpperCase(),
      text,
      matches: key(letter),
      run,
    }),
  ),
  ...modes.flatMap(({ id, title, key: letter }): Shortcut[] =>
    letter === undefined
      ? []
      : [
          {
            group: 'Work',
            keys: `Shift + ${letter}`,
            text: `Mode: ${title}`,
            matches: (event) => plain(event) && event.shiftKey && event.key.toUpperCase() === letter,
            run: ({ store }) => store.dispatch({ type: 'view/set', view: { mode: id } }),
          },
        ],
  ),
  ...layers.flatMap(({ id, title, key: digit }): Shortcut[] =>
    digit === undefined
      ? []
      : [
          {
            group: 'Overlays',
            keys: digit,
            text: title,
            matches: key(digit),
            run: ({ store }) => store.dispatch({ type: 'view/overlay', id }),
          },
        ],
  ),
];

/** Somebody is typing, or moves a slider or a separator with the arrows. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (!target?.closest) return false;
  if (event.defaultPrevented || target.closest('dialog')) return event.key !== '?';
  if (target.closest('input[type=range], [role=separator]'))
    return event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End';
  if (target.closest('input, select, textarea, [contenteditable]')) return !(event.ctrlKey || event.metaKey);
  // A button that was reached with Tab is pressed with Space; one that was clicked has lost the focus (below).
  return event.key === ' ' && target.closest('button, a, summary, [role=tab]') !== null;
}

const layersHere = ({ layers, view }: StudioState): readonly LayerInfo[] =>
  layers.filter(({ mode }) => mode === undefined || mode === view.mode);

/** Listens to the keyboard until the returned function is called. */
export function listenToKeys(studio: Studio): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (isTaken(event)) return;
    const state = studio.store.state();
    const found = shortcutsWith(layersHere(state), state.view.mode).find(
      ({ matches, when }) => matches(event) && (when?.(state) ?? true),
    );
    if (!found) return;
    event.preventDefault();
    found.run(studio);
  };
  // After a click with the mouse, Space plays instead of pressing the button again.
  const onClick = (event: MouseEvent): void => {
    const button = (event.target as HTMLElement).closest?.('button, [role=tab]');
    if (event.detail > 0 && button instanceof HTMLElement) button.blur();
  };
  window.addEventListener('keydown', onKey);
  window.addEventListener('click', onClick);
  return () => {
    window.removeEventListener('keydown', onKey);
    window.removeEventListener('click', onClick);
  };
}
