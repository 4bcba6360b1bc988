/** Pointer, keyboard and buttons: all they do is change the store. */
import { xToTime } from './canvas.ts';
import type { Store } from './state.ts';
import { type Scene, sampleAt } from './unpack.ts';

const SHORTEST = 0.05; // [s] that can be zoomed to

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Shows a stretch of time, kept within the clip. */
function showRange(store: Store, scene: Scene, from: number, to: number): void {
  const span = clamp(to - from, Math.min(SHORTEST, scene.duration), scene.duration);
  const start = clamp(from, 0, scene.duration - span);
  store.set({ from: start, to: start + span });
}

/** Hover shows a moment; a click sets the playhead; a drag zooms; a double click shows the whole clip. */
export function connectPlot(canvas: HTMLCanvasElement, selection: HTMLElement, store: Store, scene: Scene): void {
  let pressed: number | undefined;
  const timeOf = (event: PointerEvent | WheelEvent): number => {
    const { left, width } = canvas.getBoundingClientRect();
    return clamp(
      xToTime(event.clientX - left, store.state.from, store.state.to, width),
      store.state.from,
      store.state.to,
    );
  };
  const isDrag = (event: PointerEvent): boolean => pressed !== undefined && Math.abs(event.clientX - pressed) > 4;
  canvas.addEventListener('pointerdown', (event) => {
    pressed = event.clientX;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    store.set({ hover: timeOf(event) });
    selection.hidden = !isDrag(event);
    if (pressed === undefined || selection.hidden) return;
    const { left } = (selection.parentElement ?? canvas).getBoundingClientRect();
    selection.style.left = `${Math.min(pressed, event.clientX) - left}px`;
    selection.style.width = `${Math.abs(event.clientX - pressed)}px`;
  });
  canvas.addEventListener('pointerup', (event) => {
    const t = timeOf(event);
    if (isDrag(event) && pressed !== undefined) {
      const { left, width } = canvas.getBoundingClientRect();
      const other = xToTime(pressed - left, store.state.from, store.state.to, width);
      showRange(store, scene, Math.min(t, other), Math.max(t, other));
    } else store.set({ playhead: t });
    pressed = undefined;
    selection.hidden = true;
  });
  canvas.addEventListener('pointerleave', () => store.set({ hover: undefined }));
  canvas.addEventListener('dblclick', () => showRange(store, scene, 0, scene.duration));
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const centre = timeOf(event);
      const factor = 1.0015 ** event.deltaY;
      showRange(
        store,
        scene,
        centre - (centre - store.state.from) * factor,
        centre + (store.state.to - centre) * factor,
      );
    },
    { passive: false },
  );
}

/** Dragging along the strip moves the playhead. */
export function connectTimeline(canvas: HTMLCanvasElement, store: Store): void {
  const move = (event: PointerEvent): void => {
    const { left, width } = canvas.getBoundingClientRect();
    const t = xToTime(event.clientX - left, store.state.from, store.state.to, width);
    store.set({ playhead: clamp(t, store.state.from, store.state.to), hover: undefined });
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    move(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons & 1) move(event);
  });
}

export function connectButtons(store: Store, scene: Scene): void {
  const play = document.getElementById('play') as HTMLButtonElement;
  const scrub = document.getElementById('scrub') as HTMLInputElement;
  const speed = document.getElementById('speed') as HTMLSelectElement;
  const reset = document.getElementById('reset') as HTMLButtonElement;
  scrub.max = String(scene.duration);
  play.addEventListener('click', () => startOrStop(store, scene));
  scrub.addEventListener('input', () => store.set({ playhead: Number(scrub.value), playing: false }));
  speed.addEventListener('change', () => store.set({ speed: Number(speed.value) }));
  reset.addEventListener('click', () => showRange(store, scene, 0, scene.duration));
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-finding]')) {
    button.addEventListener('click', () => {
      const finding = scene.data.findings[Number(button.dataset['finding'])]!;
      store.set({ playhead: finding.worst, hover: undefined, playing: false });
      if (finding.worst < store.state.from || finding.worst > store.state.to)
        showRange(store, scene, 0, scene.duration);
    });
  }
  document.addEventListener('keydown', (event) => pressKey(event, store, scene));
}

function startOrStop(store: Store, scene: Scene): void {
  const { playing, playhead, to, from } = store.state;
  const atEnd = playhead >= Math.min(to, scene.duration) - 1e-6;
  store.set({ playing: !playing, ...(!playing && atEnd && { playhead: from }), hover: undefined });
}

function pressKey(event: KeyboardEvent, store: Store, scene: Scene): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const onControl = ['INPUT', 'SELECT', 'BUTTON'].includes(target.tagName);
  const step = (by: number): void => {
    const sample = clamp(sampleAt(scene, store.state.playhead) + by, 0, scene.count - 1);
    store.set({ playhead: scene.time[sample]!, playing: false, hover: undefined });
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step(event.shiftKey ? -10 : -1),
    ArrowRight: () => step(event.shiftKey ? 10 : 1),
    Home: () => step(-scene.count),
    End: () => step(scene.count),
    Escape: () => showRange(store, scene, 0, scene.duration),
    ...(!onControl && { ' ': () => startOrStop(store, scene) }),
  };
  const act = target.tagName === 'SELECT' ? undefined : keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
