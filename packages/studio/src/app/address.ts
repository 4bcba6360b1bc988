/** The address bar follows the state, and a link restores it. */
import { modeNamed, modeSettings, modes } from '../modes/index.ts';
import type { StudioMode } from '../modes/mode.ts';
import { NO_EDITS } from '../state/initial.ts';
import { entryOnStage, findingsOnStage } from '../state/selectors.ts';
import type { Store } from '../state/store.ts';
import type { Catalogue, ClipEdits, ClipId, MotionInfo, StudioState } from '../state/types.ts';
import { type Link, parseLink, printLink } from '../state/url.ts';
import { editsFor } from './requests.ts';
import type { Studio } from './studio-context.ts';

const SETTLE = 300; // [ms]

/** Where one is: what Back and Forward of the browser move between. */
interface Place {
  readonly mode: string;
  readonly clip: ClipId | undefined; // undefined: a recording that its mode makes anew
}

function placeOf(state: StudioState): Place {
  const entry = entryOnStage(state);
  const isLive = entry?.origin.kind === 'made' && entry.origin.live;
  return { mode: state.view.mode, clip: isLive ? undefined : state.document.clip };
}

/** The place of an entry of the history. A link that is pasted inherits the state of the entry before, whose address it does not have. */
function placeIn(state: unknown): Place | undefined {
  const { place, hash } = (state ?? {}) as { readonly place?: Place; readonly hash?: string };
  return hash === location.hash ? place : undefined;
}

/** A recording that a mode begins when it is entered is where one is already. */
const isStep = (from: Place, to: Place): boolean =>
  to.mode !== from.mode || (to.clip !== undefined && from.clip !== undefined && to.clip !== from.clip);

/**
 * Keeps '#…' up to date. Another mode or clip is a step of the browser's history at once, however much else goes on; what changes
 * within a place is written when it has settled. Back and Forward go to a place again.
 */
export function followAddress({ store, session }: Pick<Studio, 'store' | 'session'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let step: ReturnType<typeof setTimeout> | undefined;
  let at = placeOf(store.state());
  let { hash: here } = location;
  let journeys = 0; // Back or Forward under way: what is on stage belongs to the place before
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(write, SETTLE);
  };
  const write = (): void => {
    // Back was pressed, and is not told of yet.
    if (journeys > 0 || location.hash !== here) {
      later();
      return;
    }
    const hash = `#${printLink(store.state(), { usual: modeSettings() })}`;
    const place = placeOf(store.state());
    const isNew = isStep(at, place);
    at = place;
    if (isNew) history.pushState({ place, hash }, '', hash);
    else if (hash !== location.hash || placeIn(history.state)?.clip !== place.clip)
      history.replaceState({ place, hash }, '', hash);
    here = location.hash;
  };
  const follow = (): void => {
    later();
    if (step !== undefined || journeys > 0 || !isStep(at, placeOf(store.state()))) return;
    // One gesture may change mode and clip: they are one step.
    step = setTimeout(() => {
      step = undefined;
      write();
    });
  };
  write();
  const travel = async ({ state }: PopStateEvent): Promise<void> => {
    here = location.hash;
    const place = placeIn(state);
    if (!place) return; // a link was pasted
    journeys++;
    at = place;
    try {
      if (place.mode !== store.state().view.mode) store.dispatch({ type: 'view/set', view: { mode: place.mode } });
      const isThere = store.state().library.some(({ id }) => id === place.clip);
      if (place.clip !== undefined && isThere) await session.show(place.clip);
    } finally {
      journeys--;
    }
  };
  const onPop = (event: PopStateEvent): void => void travel(event);
  window.addEventListener('popstate', onPop);
  const unsubscribe = store.subscribe(follow);
  return () => {
    clearTimeout(timer);
    clearTimeout(step);
    unsubscribe();
    window.removeEventListener('popstate', onPop);
  };
}

/** A link to what is on stage, at this moment, from where the camera is now. */
export function shareLink({ store, player, viewport }: Studio): string {
  const state = store.state();
  // Where a preset looks from depends on the moment it was chosen, and the camera may still drift.
  const view = { ...state.view, shot: viewport.current?.shot() ?? state.view.shot };
  const shared = modeNamed(view.mode).share?.(state);
  const hash = shared
    ? printLink({ ...state, view, document: documentShared(state, shared) }, { usual: modeSettings() })
    : printLink({ ...state, view }, { time: player.playhead.time(), usual: modeSettings() });
  return `${location.href.replace(/#.*$/, '')}#${hash}`;
}

/** The document as it was before it happened, with what makes it happen again. */
function documentShared(state: StudioState, { settings, clip = 'built-in:idle' }: Shared): StudioState['document'] {
  const modes = { ...state.document.modes, [state.view.mode]: settings };
  return { ...state.document, ...editsFor(state, clip), clip, modes };
}

type Shared = NonNullable<ReturnType<NonNullable<StudioMode['share']>>>;

/** View and settings of a link, before anything is loaded. */
export function applyView(store: Store, link: Link): void {
  const { panels } = store.state().view;
  store.dispatch({
    type: 'view/set',
    view: {
      ...link.view,
      ...(link.overlays && { overlays: Object.fromEntries(link.overlays.map((id) => [id, true])) }),
      ...(modes.some(({ id }) => id === link.mode) && { mode: link.mode! }),
      ...(link.plots && { plots: link.plots, panels: { ...panels, plots: { ...panels.plots, open: true } } }),
      ...(link.time !== undefined && { playing: false, time: link.time }),
    },
  });
  const unread = [...link.unread];
  for (const { id, settings: usual, accepts } of modes) {
    if (link.settings[id] === undefined) continue;
    const settings = settingsFrom(usual, link.settings[id]);
    if (settings && (accepts?.(settings) ?? true)) store.dispatch({ type: 'mode/settings', mode: id, settings });
    else unread.push(`m.${id}`);
  }
  if (unread.length > 0) {
    const text = `A part of the link makes no sense and was left out: ${unread.join(', ')}.`;
    store.dispatch({ type: 'notice/add', kind: 'info', text });
  }
}

/** The usual settings with what a link changes; undefined where it changes what is not there. */
export function settingsFrom(usual: unknown, changes: unknown): object | undefined {
  if (typeof usual !== 'object' || usual === null || typeof changes !== 'object' || changes === null) return undefined;
  return Object.keys(changes).every((key) => Object.hasOwn(usual, key)) ? { ...usual, ...changes } : undefined;
}

type Tools = Pick<Studio, 'store' | 'session' | 'player'>;

/** Puts the link's motion on stage with what was set for it; the walk, or whatever there is, when it names none. */
export async function showFirst({ store, session, player }: Tools, catalogue: Catalogue, link: Link): Promise<void> {
  const named = catalogue.motions.find(({ id }) => id === link.motion);
  const motion = named ?? catalogue.motions.find(({ id }) => id === 'walk') ?? catalogue.motions[0];
  if (!motion) return;
  if (link.motion && !named) {
    const text = `The link asks for "${link.motion}", which this studio does not have; here is ${motion.title} instead.`;
    store.dispatch({ type: 'notice/add', kind: 'info', text });
  }
  const id = `built-in:${motion.id}`;
  const isShown = (): boolean => store.state().document.clip === id;
  const edits = named ? editsWithin(motion, link) : NO_EDITS;
  store.dispatch({ type: 'edits/restore', id, edits });
  await session.show(id);
  if (!isShown() && edits !== NO_EDITS) {
    // What was set cannot be performed; the motion itself can.
    store.dispatch({ type: 'edits/restore', id, edits: NO_EDITS });
    await session.show(id);
  }
  if (!isShown()) return;
  if (link.time !== undefined) player.seek(link.time);
  // A character that comes on stage is framed; the link's own shot comes after that.
  if (link.view.shot) store.dispatch({ type: 'view/set', view: { shot: { ...link.view.shot } } });
  if (named && link.finding !== undefined && findingsOnStage(store.state())[link.finding]) {
    session.lookAt(link.finding, link.time);
    store.dispatch({ type: 'view/set', view: { inspector: link.view.inspector ?? 'report' } });
  }
}

/** Parameters within their ranges; those the motion does not have are left out. */
function editsWithin({ parameters }: MotionInfo, { edits }: Link): ClipEdits {
  const values = parameters.flatMap(({ name, unit, min, max }) => {
    const value = edits.values[name];
    if (value === undefined) return [];
    const within = Math.min(max, Math.max(min, value));
    return [[name, unit === '' ? Math.round(within) : within] as const]; // counts, seeds and switches are whole
  });
  return { ...edits, values: Object.fromEntries(values) };
}

export const linkInAddress = (): Link => parseLink(location.hash);

/** A link that is pasted into the address of an open studio is followed without losing the files that are open. */
export function followPastedLinks(tools: Tools, catalogue: Catalogue): void {
  window.addEventListener('hashchange', () => {
    if (placeIn(history.state)) return; // Back or Forward
    const link = linkInAddress();
    applyView(tools.store, link);
    void showFirst(tools, catalogue, link);
  });
}
