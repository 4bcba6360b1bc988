/** `<poise-view>`: a clip on a page, with what tells its balance, that takes pushes. */
import type { ReactionLibrary } from 'poise';
import viewportStyle from '../scene/viewport.css?inline';
import { type Controls, createControls } from './controls.ts';
import { createLibraryShelf, type Loaded, loadClip } from './load.ts';
import { OVERLAYS, type OverlayId } from './overlay-ids.ts';
import type { ViewStatus } from './performance.ts';
import { createShow, type PushDetail, type Show, type ViewHit } from './show.ts';
import { STYLE } from './style.ts';
import { methodOf, overlaysOf, STATUS_WORDS, wayWords } from './words.ts';

const GENTLE = 0.36; // [m/s] by which a push from the keyboard changes the speed of the whole body
const HARD = 2; // times as much, with Shift
const KEYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const HELP =
  'Drag on the body or press an arrow key to push, with Shift harder. Space plays and pauses, 1 to 4 show overlays, F brings all into the picture.';
const TONES: Readonly<Record<ViewStatus, string>> = {
  balanced: 'calm',
  recovering: 'busy',
  stepping: 'busy',
  stumbling: 'warn',
  falling: 'bad',
  'no person': 'none',
};

/** Shows a clip with overlays and takes pushes.
 *
 * ```html
 * <poise-view src="walk.bvh" overlays="com zmp support" controls></poise-view>
 * ```
 */
export class PoiseView extends HTMLElement {
  static readonly observedAttributes = [
    'src',
    'take',
    'overlays',
    'controls',
    'method',
    'library',
    'theme',
    'label',
    'paused',
  ];
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #stage = document.createElement('div');
  readonly #status = document.createElement('p');
  readonly #said = document.createElement('p');
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #controls: Controls;
  readonly #libraries = createLibraryShelf();
  #show: Show | undefined;
  #seen: IntersectionObserver | undefined;
  #loading: AbortController | undefined;
  #leaving: AbortController | undefined;
  #loaded: Loaded | undefined;
  #library: ReactionLibrary | undefined;
  #overlays: readonly OverlayId[] = [];
  #playing = true;

  constructor() {
    super();
    const style = document.createElement('style');
    style.textContent = `${viewportStyle}\n${STYLE}`;
    const whole = document.createElement('div');
    whole.className = 'whole';
    this.#stage.className = 'stage';
    this.#status.className = 'status';
    this.#status.setAttribute('aria-hidden', 'true'); // what is said covers it
    this.#said.className = 'said';
    this.#said.setAttribute('role', 'status');
    this.#controls = createControls({
      onPlay: () => (this.#playing ? this.pause() : this.play()),
      onSeek: (time) => this.#show?.seek(time),
      onOverlay: (id) => this.#toggle(id),
      onPush: (x, y) => this.#pushSeen(x, y, 1),
    });
    whole.append(this.#stage, this.#controls.element);
    this.#root.append(style, whole, this.#said);
  }

  get src(): string | null {
    return this.getAttribute('src');
  }

  set src(src: string | null) {
    if (src === null) this.removeAttribute('src');
    else this.setAttribute('src', src);
  }

  get playing(): boolean {
    return this.#playing;
  }

  play(): void {
    this.#setPlaying(true);
  }

  pause(): void {
    this.#setPlaying(false);
  }

  /** [s] in the clip; whatever went on is over. */
  seek(time: number): void {
    if (!Number.isFinite(time)) throw new TypeError(`seek needs a time in seconds, found ${time}`);
    this.#show?.seek(time);
  }

  /** World axes [N·s]; false where nobody can be pushed, or a listener of `poise-push` prevented it. */
  push(push: ViewHit): boolean {
    const taken = this.#show?.push(push) ?? false;
    if (taken) this.play();
    return taken;
  }

  connectedCallback(): void {
    if (this.#show) return; // it was only moved
    try {
      this.#start();
    } catch (error) {
      this.#fail(`The 3D view needs WebGL: ${(error as Error).message}`);
    }
  }

  disconnectedCallback(): void {
    // Moving an element takes it out and puts it in again at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.#stop();
    });
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.#show) return;
    if (name === 'overlays') this.#setOverlays(overlaysOf(now));
    else if (name === 'controls') this.#controls.element.hidden = now === null;
    else if (name === 'theme') this.#paint();
    else if (name === 'paused') this.#setPlaying(now === null);
    else if (name === 'label') this.#name();
    else if (name === 'method') this.#perform();
    else void this.#load();
  }

  #start(): void {
    const show = createShow(this.#stage, {
      onStatus: (status, method) => this.#tellStatus(status, method),
      onPush: (push) => this.#tellPush(push),
      onTime: this.#controls.setTime,
      onMessage: (words) => this.#say(words),
    });
    this.#show = show;
    this.#stage.append(this.#status);
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    show.canvas.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    // The page scrolls under a pointer that only passes over a view.
    const keepScrolling = (event: WheelEvent): void => {
      if (this.#root.activeElement !== show.canvas && !event.ctrlKey) event.stopImmediatePropagation();
    };
    this.#stage.addEventListener('wheel', keepScrolling, { signal, capture: true });
    this.#dark.addEventListener('change', () => this.#paint(), { signal });
    this.#seen = new IntersectionObserver(([entry]) => show.setSeen(entry?.isIntersecting ?? true));
    this.#seen.observe(this);
    this.#controls.element.hidden = !this.hasAttribute('controls');
    this.#name();
    this.#paint();
    this.#setOverlays(overlaysOf(this.getAttribute('overlays')));
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#setPlaying(!this.hasAttribute('paused') && !calm);
    void this.#load();
  }

  #stop(): void {
    this.#loading?.abort();
    this.#leaving?.abort();
    this.#seen?.disconnect();
    this.#show?.dispose();
    this.#show = undefined;
    this.#loaded = undefined;
  }

  async #load(): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    const { src } = this;
    if (!src) {
      this.#clear();
      return this.#setStatus('No clip: the attribute src is missing', 'none');
    }
    this.#setStatus('Loading…', 'none');
    try {
      const library = await this.#libraries(this.getAttribute('library'), loading.signal);
      const loaded = await loadClip(src, this.getAttribute('take'), loading.signal);
      if (loading.signal.aborted) return;
      [this.#loaded, this.#library] = [loaded, library];
      this.#perform();
      const { clip } = loaded;
      const seconds = (clip.frameCount - 1) * clip.frameTime;
      this.dispatchEvent(new CustomEvent('poise-load', { detail: { name: clip.name, seconds }, bubbles: true }));
    } catch (error) {
      if (loading.signal.aborted) return;
      this.#clear(); // the clip before would go on and overwrite the message
      this.#fail((error as Error).message);
    }
  }

  /** Empties the stage. */
  #clear(): void {
    this.#loaded = undefined;
    this.#controls.setPushable(false);
    this.#show?.clear();
  }

  #perform(): void {
    if (!this.#loaded || !this.#show) return;
    const method = methodOf(this.getAttribute('method'));
    this.#controls.setPushable(this.#loaded.body !== undefined);
    try {
      this.#show.perform(this.#loaded, method, this.#library);
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  #fail(words: string): void {
    this.#setStatus(words, 'bad');
    this.#say(words);
    this.dispatchEvent(new CustomEvent('poise-error', { detail: { message: words }, bubbles: true }));
  }

  #name(): void {
    const label = this.getAttribute('label') ?? 'A person in motion';
    this.#show?.canvas.setAttribute('aria-label', `${label}. ${HELP}`);
    this.#show?.canvas.setAttribute('role', 'application');
  }

  #paint(): void {
    const theme = this.getAttribute('theme');
    const dark = theme === 'dark' || (theme !== 'light' && this.#dark.matches);
    this.toggleAttribute('data-dark', dark);
    this.#show?.setDark(dark);
  }

  #setPlaying(on: boolean): void {
    this.#playing = on;
    this.#controls.setPlaying(on);
    this.#show?.setPlaying(on);
  }

  #setOverlays(ids: readonly OverlayId[]): void {
    this.#overlays = ids;
    this.#controls.setOverlays(ids);
    this.#show?.setOverlays(ids);
  }

  #toggle(id: OverlayId): void {
    const on = this.#overlays.includes(id);
    this.#setOverlays(on ? this.#overlays.filter((other) => other !== id) : [...this.#overlays, id]);
  }

  #pushSeen(x: number, y: number, strength: number): void {
    this.play();
    const size = GENTLE * strength * (this.#show?.mass() ?? 0);
    this.#show?.pushSeen(size * x, size * y);
    this.#say(`Pushed ${wayWords(x, y)}, ${size.toFixed(0)} newton seconds`);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = KEYS[event.key];
    const overlay = OVERLAYS[Number(event.key) - 1];
    if (way) this.#pushSeen(way[0], way[1], event.shiftKey ? HARD : 1);
    else if (event.key === ' ') this.#setPlaying(!this.#playing);
    else if (event.key.toLowerCase() === 'f') this.#show?.frameAll();
    else if (overlay) this.#toggle(overlay);
    else return;
    event.preventDefault();
  }

  #tellPush(push: PushDetail): boolean {
    return this.dispatchEvent(new CustomEvent('poise-push', { detail: push, bubbles: true, cancelable: true }));
  }

  #tellStatus(status: ViewStatus, method: string | undefined): void {
    this.#setStatus(STATUS_WORDS[status], TONES[status]);
    this.#say(STATUS_WORDS[status]);
    this.dispatchEvent(new CustomEvent('poise-status', { detail: { status, method }, bubbles: true }));
  }

  #setStatus(words: string, tone: string): void {
    this.#status.textContent = words;
    this.#status.dataset['tone'] = tone;
  }

  #say(words: string): void {
    this.#said.textContent = words;
  }
}
