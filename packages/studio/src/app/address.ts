/** The address bar follows the state, and a link restores it. */
import { modes } from '../modes/index.ts';
import type { Store } from '../state/store.ts';
import type { Catalogue } from '../state/types.ts';
import { type Link, parseLink, printLink } from '../state/url.ts';
import type { Session } from './session.ts';

const SETTLE = 300; // [ms]

/** Keeps '#…' up to date without filling the history of the browser. */
export function followAddress(store: Store): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    const hash = `#${printLink(store.state())}`;
    if (hash !== location.hash) history.replaceState(null, '', hash);
  };
  const unsubscribe = store.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(write, SETTLE);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** A link to what is on stage, at this moment. */
export const shareLink = (store: Store, time: number): string =>
  `${location.href.replace(/#.*$/, '')}#${printLink(store.state(), time)}`;

/** View settings of a link, before anything is loaded. */
export function applyView(store: Store, link: Link): void {
  store.dispatch({
    type: 'view/set',
    view: {
      ...(link.overlays && { overlays: Object.fromEntries(link.overlays.map((id) => [id, true])) }),
      ...(link.camera && { camera: link.camera }),
      ...(modes.some(({ id }) => id === link.mode) && { mode: link.mode! }),
      ...(link.time !== undefined && { playing: false, time: link.time }),
    },
  });
}

/** Puts the link's motion on stage with its parameters; the walk, or whatever there is, when it names none. */
export async function showFirst(store: Store, session: Session, catalogue: Catalogue, link: Link): Promise<void> {
  const motion =
    catalogue.motions.find(({ id }) => id === link.motion) ??
    catalogue.motions.find(({ id }) => id === 'walk') ??
    catalogue.motions[0];
  if (!motion) return;
  if (link.motion && motion.id !== link.motion) {
    const text = `The link asks for "${link.motion}", which this studio does not have; here is ${motion.title} instead.`;
    store.dispatch({ type: 'notice/add', kind: 'info', text });
  }
  await session.show(`built-in:${motion.id}`);
  if (motion.id !== link.motion) return;
  for (const { name, min, max } of motion.parameters) {
    const value = link.values[name];
    if (value !== undefined) store.dispatch({ type: 'values/set', name, value: Math.min(max, Math.max(min, value)) });
  }
}

export const linkInAddress = (): Link => parseLink(location.hash);
