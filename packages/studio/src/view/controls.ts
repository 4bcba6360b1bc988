/** The bar below a view: play, time, what is laid over, pushes. Everything in it has a name and works with the keyboard. */
import { OVERLAY_TITLES, OVERLAYS, type OverlayId } from './overlay-ids.ts';

export interface ControlEvents {
  readonly onPlay: () => void;
  readonly onSeek: (time: number) => void;
  readonly onOverlay: (id: OverlayId) => void;
  readonly onPush: (x: number, y: number) => void; // to the right, away from the viewer; −1 … 1
}

export interface Controls {
  readonly element: HTMLElement;
  readonly setPlaying: (on: boolean) => void;
  readonly setTime: (time: number, duration: number) => void;
  readonly setOverlays: (ids: readonly OverlayId[]) => void;
  readonly setPushable: (on: boolean) => void;
}

const SHORT: Readonly<Record<OverlayId, string>> = {
  com: 'CoM',
  zmp: 'Balance',
  support: 'Support',
  skeleton: 'Bones',
};
const PUSHES = [
  ['←', 'Push to the left', -1, 0],
  ['↑', 'Push away from you', 0, 1],
  ['↓', 'Push towards you', 0, -1],
  ['→', 'Push to the right', 1, 0],
] as const;

// fonts do not all have these signs
const PAUSE = 'M4 3h3v10H4zM9 3h3v10H9z';
const PLAY = 'M4 2.5v11l9-5.5z';

export function createControls(events: ControlEvents): Controls {
  const element = document.createElement('div');
  element.className = 'bar';
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', 'Controls');
  const play = button('', 'Pause', events.onPlay);
  const time = document.createElement('input');
  Object.assign(time, { type: 'range', min: '0', max: '1', step: '0.01', value: '0' });
  time.setAttribute('aria-label', 'Time');
  time.addEventListener('input', () => events.onSeek(time.valueAsNumber));
  const shown = document.createElement('span');
  shown.className = 'time';
  shown.setAttribute('aria-hidden', 'true');
  const overlays = OVERLAYS.map((id) => button(SHORT[id], OVERLAY_TITLES[id], () => events.onOverlay(id)));
  const pushes = PUSHES.map(([sign, name, x, y]) => button(sign, name, () => events.onPush(x, y)));
  element.append(play, time, shown, group('Overlays', overlays), group('Pushes', pushes));
  let whole = -1;
  return {
    element,
    setPlaying(on) {
      play.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${on ? PAUSE : PLAY}"/></svg>`;
      name(play, on ? 'Pause' : 'Play');
    },
    setTime(at, duration) {
      if (duration !== whole) time.max = String(duration);
      whole = duration;
      time.value = String(at);
      const words = `${at.toFixed(1)} / ${duration.toFixed(1)} s`;
      if (shown.textContent === words) return;
      shown.textContent = words;
      time.setAttribute('aria-valuetext', `${at.toFixed(1)} of ${duration.toFixed(1)} seconds`);
    },
    setOverlays(ids) {
      OVERLAYS.forEach((id, k) => void overlays[k]!.setAttribute('aria-pressed', String(ids.includes(id))));
    },
    setPushable(on) {
      for (const push of pushes) push.disabled = !on;
    },
  };
}

function button(text: string, words: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  name(made, words);
  made.addEventListener('click', onClick);
  return made;
}

function name(of: HTMLElement, words: string): void {
  of.setAttribute('aria-label', words);
  of.title = words;
}

function group(words: string, parts: readonly HTMLElement[]): HTMLElement {
  const made = document.createElement('fieldset');
  made.setAttribute('aria-label', words);
  made.append(...parts);
  return made;
}
