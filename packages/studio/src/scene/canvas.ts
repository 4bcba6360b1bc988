/** The canvas on the page: its size, its name for those who cannot see it, and what happens when the graphics card goes. */
export interface CanvasEvents {
  readonly onSize: (width: number, height: number) => void;
  readonly onLost: (words: string) => void;
  readonly onRestored: () => void;
  readonly onDoubleClick: (event: MouseEvent) => void;
}

const NAME =
  'The person in three dimensions. Drag to turn, scroll to come closer, double-click to look at a point, F brings all into the picture.';
const LOST = 'The graphics card was reset. The picture comes back by itself; if it does not, reload the page.';

/** Puts the canvas into the container; returns how to take it out again. */
export function placeCanvas(container: HTMLElement, canvas: HTMLCanvasElement, events: CanvasEvents): () => void {
  const message = document.createElement('p');
  message.className = 'viewport-message';
  message.setAttribute('role', 'status');
  message.hidden = true;
  const leaving = new AbortController();
  const { signal } = leaving;
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', NAME);
  canvas.addEventListener('dblclick', events.onDoubleClick, { signal });
  // A frame shows where the keys go; who came here by the pointer knows it, also when they press a key.
  const onFocus = (): void => void canvas.toggleAttribute('data-pointed', !canvas.matches(':focus-visible'));
  canvas.addEventListener('focus', onFocus, { signal });
  canvas.addEventListener(
    'webglcontextlost',
    (event) => {
      event.preventDefault(); // asks for the context back
      message.textContent = LOST;
      message.hidden = false;
      events.onLost(LOST);
    },
    { signal },
  );
  canvas.addEventListener(
    'webglcontextrestored',
    () => {
      message.hidden = true;
      events.onRestored();
    },
    { signal },
  );
  container.classList.add('viewport');
  container.append(canvas, message);
  const resize = new ResizeObserver(() => events.onSize(container.clientWidth || 1, container.clientHeight || 1));
  resize.observe(container);
  return () => {
    leaving.abort();
    resize.disconnect();
    canvas.remove();
    message.remove();
    container.classList.remove('viewport');
  };
}
