/** Entry of the page's script: reads the data, draws, and draws again when the state changes. */
import { PLOTS } from '../plots.ts';
import { tickText, timeToX } from './canvas.ts';
import { connectButtons, connectPlot, connectTimeline } from './controls.ts';
import { drawPath } from './plan-view.ts';
import { drawPlot, valueAt } from './plot.ts';
import { createStore, type State, type Store, shownTime } from './state.ts';
import { drawTimeline } from './timeline.ts';
import { readScene, type Scene, sampleAt } from './unpack.ts';
import { drawFigure } from './views.ts';

const canvasIn = (selector: string): HTMLCanvasElement => document.querySelector<HTMLCanvasElement>(selector)!;

/** A line over a canvas that marks the shown moment; moving it costs no redrawing. */
function addMarker(canvas: HTMLCanvasElement, className: string): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'over';
  canvas.replaceWith(frame);
  const marker = document.createElement('div');
  marker.className = className;
  frame.append(canvas, marker);
  return marker;
}

function start(): void {
  const scene = readScene();
  if (scene.count === 0) return;
  const store = createStore(scene.duration);
  const timeline = canvasIn('#timeline');
  const plots = PLOTS.map((_, i) => canvasIn(`canvas[data-plot="${i}"]`));
  const markers = [timeline, ...plots].map((canvas) => addMarker(canvas, 'playhead'));
  for (const canvas of plots) {
    const selection = addMarkerBeside(canvas);
    connectPlot(canvas, selection, store, scene);
  }
  connectTimeline(timeline, store);
  connectButtons(store, scene);

  const drawTime = (): void => {
    const { from, to } = store.state;
    drawTimeline(timeline, scene, from, to);
    for (const [i, canvas] of plots.entries()) drawPlot(canvas, PLOTS[i]!, scene, from, to);
    (document.getElementById('reset') as HTMLButtonElement).hidden = to - from >= scene.duration - 1e-9;
  };
  const drawMoment = (): void => {
    showMoment(store, scene);
    const t = shownTime(store.state);
    for (const [i, canvas] of [timeline, ...plots].entries()) {
      const x = timeToX(t, store.state.from, store.state.to, canvas.clientWidth);
      markers[i]!.hidden = t < store.state.from || t > store.state.to;
      markers[i]!.style.transform = `translateX(${x}px)`;
    }
  };
  drawOnFrames(store, scene, drawTime, drawMoment);
}

function addMarkerBeside(canvas: HTMLCanvasElement): HTMLElement {
  const selection = document.createElement('div');
  selection.className = 'selection';
  selection.hidden = true;
  canvas.parentElement!.append(selection);
  return selection;
}

/** At most one drawing per screen frame, and only of what changed. */
function drawOnFrames(store: Store, scene: Scene, drawTime: () => void, drawMoment: () => void): void {
  let timeStale = true;
  let asked = false;
  let before = 0;
  const frame = (now: number): void => {
    asked = false;
    if (store.state.playing) advance(store, scene, Math.min(0.1, (now - before) / 1000));
    before = now;
    if (timeStale) drawTime();
    timeStale = false;
    drawMoment();
    if (store.state.playing) ask();
  };
  const ask = (): void => {
    if (!asked) requestAnimationFrame(frame);
    asked = true;
  };
  const redraw = (): void => {
    timeStale = true;
    ask();
  };
  store.onChange((change: Partial<State>) => {
    if (change.from !== undefined) timeStale = true;
    if (change.playing) before = performance.now();
    ask();
  });
  window.addEventListener('resize', redraw);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  redraw();
}

/** Plays the shown stretch once, then stops. */
function advance(store: Store, scene: Scene, seconds: number): void {
  const { playhead, speed, to } = store.state;
  const end = Math.min(to, scene.duration);
  const next = playhead + seconds * speed;
  store.set(next >= end ? { playhead: end, playing: false } : { playhead: next });
}

/** Figures, clock, read-outs and the findings that hold at the shown moment. */
function showMoment(store: Store, scene: Scene): void {
  const t = shownTime(store.state);
  const sample = sampleAt(scene, t);
  drawFigure(canvasIn('#side canvas'), scene, sample, 'side');
  drawFigure(canvasIn('#front canvas'), scene, sample, 'front');
  drawPath(canvasIn('#top canvas'), scene, sample, store.state.from, store.state.to);
  const scrub = document.getElementById('scrub') as HTMLInputElement;
  scrub.value = String(store.state.playhead);
  const words = `${scene.time[sample]!.toFixed(2)} s · frame ${scene.frames[sample]! + scene.data.leadingFrames}`;
  scrub.setAttribute('aria-valuetext', words);
  document.getElementById('clock')!.textContent = words;
  const play = document.getElementById('play')!;
  play.textContent = store.state.playing ? '❚❚' : '▶';
  play.setAttribute('aria-label', store.state.playing ? 'Pause' : 'Play');
  for (const [p, plot] of PLOTS.entries()) {
    for (const { series } of plot.lines) {
      const value = valueAt(plot, scene, series, sample);
      const cell = document.querySelector(`b[data-plot="${p}"][data-line="${series}"]`)!;
      cell.textContent = Number.isFinite(value) ? tickText(value, plot.unit === 'cm' ? 0.1 : 0.01) : '–';
    }
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-finding]')) {
    const { start: from, end } = scene.data.findings[Number(button.dataset['finding'])]!;
    button.classList.toggle('current', t >= from - 1e-9 && t <= end + 1e-9);
  }
}

start();
