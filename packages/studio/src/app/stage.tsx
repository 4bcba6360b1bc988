/** The viewport in the page: hands it what is on stage, moves it with the playhead, and lays the view's tools over it. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { modes } from '../modes/index.ts';
import type { SceneLayer, StageView } from '../scene/contract.ts';
import { paletteOf } from '../scene/palette.ts';
import { blamedFrames } from '../state/blame.ts';
import {
  bodyOnStage,
  clipOnStage,
  fileBehindStage,
  findingsOnStage,
  frameAtTime,
  isBodyAwaited,
  isOutdated,
  reportOnStage,
} from '../state/selectors.ts';
import type { CameraShot, LayerInfo, StudioState } from '../state/types.ts';
import { useStudio } from '../state/use-studio.ts';
import { IconButton } from '../ui/controls.tsx';
import { BonePicker } from './bone-picker.tsx';
import { CalloutLabel } from './callout.tsx';
import { useComparison } from './comparison.ts';
import type { HostStage } from './mode-host.ts';
import { OverlayList } from './overlay-list.tsx';
import { usePushLimits } from './push-limits.ts';
import { Readout } from './readout.tsx';
import { useApp } from './studio-context.ts';
import { useDark } from './theme.ts';
import { ViewTools } from './view-tools.tsx';
import { Wipe } from './wipe.tsx';

export function Stage() {
  const { session } = useApp();
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<() => void>(undefined);
  const failure = useViewport(place, drawn);
  const picking = useStudio((state) => state.view.picking);
  const outdated = useStudio(isOutdated);
  const empty = useStudio(
    (state) => state.catalogue !== undefined && !state.document.clip && state.library.length === 0,
  );
  return (
    <main className="stage" aria-label="Stage">
      <div className={`stage-view ${picking ? 'picking' : ''} ${outdated ? 'outdated' : ''}`} ref={place} />
      {failure && (
        <p className="stage-failure" role="alert">
          {failure}
        </p>
      )}
      {empty && <p className="stage-hint">Drop a motion file here.</p>}
      <OverlayList />
      <ViewTools />
      {picking && <BonePicker place={place} part={picking} />}
      {!picking && <CalloutLabel drawn={drawn} />}
      {!picking && <Readout onFinding={session.lookAt} />}
      <ModeNote />
      <Wipe stage={place} />
      <CinemaButtons />
    </main>
  );
}

function CinemaButtons() {
  const { store } = useApp();
  const cinema = useStudio((state) => state.view.cinema);
  const muted = useStudio((state) => state.view.muted);
  const set = (view: { readonly cinema: boolean } | { readonly muted: boolean }): void =>
    store.dispatch({ type: 'view/set', view });
  if (!cinema) return null;
  return (
    <div className="cinema-buttons">
      <button type="button" className="button" onClick={() => set({ muted: !muted })}>
        {muted ? 'Sound on (M)' : 'Sound off (M)'}
      </button>
      <button type="button" className="button" onClick={() => set({ cinema: false })}>
        Leave (H)
      </button>
    </div>
  );
}

/** What the mode has to say about the clip on stage, with the ways out. */
function ModeNote() {
  const { host } = useApp();
  const { note } = useHostStage();
  if (!note) return null;
  return (
    <section className="stage-note" role="status" aria-label="About this clip">
      <p>{note.text}</p>
      <IconButton icon="close" name="Close this note" onClick={() => host.showNote(undefined)} />
      <div className="live-buttons inside">
        {note.ways.map(({ title, run }, i) => (
          <button key={title} type="button" className={i === 0 ? 'button main' : 'button'} onClick={run}>
            {title}
          </button>
        ))}
      </div>
    </section>
  );
}

/** Loads three and the viewport, then keeps them in step with the state. Returns what went wrong, in words. */
function useViewport(
  place: React.RefObject<HTMLDivElement | null>,
  drawn: React.RefObject<(() => void) | undefined>,
): string | undefined {
  const { viewport, player, store, session, host } = useApp();
  const [failure, setFailure] = useState<string>();
  const [ready, setReady] = useState(false);
  const taken = useRef<CameraShot>(undefined); // the last that the viewport told

  useEffect(() => {
    let gone = false;
    const begin = async (): Promise<void> => {
      const [{ createViewport }, { layers: shared }, ...own] = await Promise.all([
        import('../scene/viewport.ts'),
        import('../scene/layers.ts'),
        ...modes.map(async ({ id, scene }) => (await scene?.())?.map((layer) => ({ ...layer, mode: id })) ?? []),
      ]);
      if (gone || !place.current) return;
      const layers = [...shared, ...own.flat()];
      const say = (text: string): void => store.dispatch({ type: 'notice/add', kind: 'info', text });
      viewport.current = createViewport(place.current, {
        layers,
        onMessage: say,
        onDrawn: () => drawn.current?.(),
        onCamera: () => {
          taken.current = viewport.current?.shot();
          store.dispatch({ type: 'view/set', view: { shot: taken.current } });
        },
      });
      const on = layers.filter((layer) => layer.on).map(({ id }) => id);
      store.dispatch({ type: 'layers', layers: layers.map(infoOf), on });
      setReady(true);
      host.ready();
    };
    begin().catch((error: Error) => {
      setFailure(`The 3D view needs WebGL: ${error.message} Reports and exports work all the same.`);
    });
    return () => {
      gone = true;
      viewport.current?.dispose();
      viewport.current = undefined;
    };
  }, [place, drawn, viewport, store, host]);

  const view = useStageView(session.fileOnStage);
  const camera = useStudio((state) => state.view.camera);
  const follow = useStudio((state) => state.view.follow);
  const clip = view.clip;
  useEffect(() => {
    if (!ready) return;
    // The moment first, so that the camera looks at where the person will be.
    if (clip) viewport.current?.setTime(frameAtTime(clip, player.playhead.time()));
    viewport.current?.show(view);
  }, [ready, view, clip, player, viewport]);
  const name = useStudio((state) => (clipOnStage(state) ? state.document.clip : undefined));
  const height = view.body?.height;
  const framed = useRef<{ readonly name: string; readonly height: number | undefined } | undefined>(undefined);
  useEffect(() => {
    if (!ready || name === undefined) return;
    // Another clip is another person elsewhere, another unit one of another size; the first the viewport frames by itself.
    const { current: before } = framed;
    const resized =
      height !== undefined && before?.height !== undefined && Math.abs(Math.log(height / before.height)) > 0.3;
    if (before && before.name !== name) viewport.current?.frameNewcomer();
    else if (resized) viewport.current?.frameAll();
    framed.current = { name, height: height ?? (before?.name === name ? before.height : undefined) };
  }, [ready, name, height, viewport]);
  useEffect(() => {
    if (!ready || !clip) return undefined;
    const move = (time: number): void => {
      const pose = host.stage().live?.poseAt(time);
      viewport.current?.setPose(pose);
      viewport.current?.setTime(pose ? time / clip.frameTime : frameAtTime(clip, time));
    };
    move(player.playhead.time());
    return player.playhead.subscribe(move);
  }, [ready, clip, player, viewport, host]);
  const { drag, click } = useHostStage();
  useEffect(() => {
    if (!ready) return;
    viewport.current?.onBodyDrag(drag);
    viewport.current?.onClick(click);
  }, [ready, drag, click, viewport]);
  useEffect(() => {
    if (!ready || !viewport.current) return;
    viewport.current.setFollow(follow);
    // What a shot is measured from has changed.
    if (!taken.current) return;
    taken.current = viewport.current.shot();
    store.dispatch({ type: 'view/set', view: { shot: store.state().view.shot && taken.current } });
  }, [ready, follow, viewport, store]);
  const started = useRef(false);
  const shown = clip !== undefined;
  useEffect(() => {
    if (!ready || !shown) return;
    // The first picture comes from the viewport itself unless a link asked for another.
    if (started.current || camera !== 'perspective') viewport.current?.setCamera(camera, { smooth: started.current });
    started.current = true;
  }, [ready, shown, camera, viewport]);
  const shot = useStudio((state) => state.view.shot);
  const placedIn = useRef<string>(undefined); // the mode in which there was a shot
  // biome-ignore lint/correctness/useExhaustiveDependencies: another preset is followed above
  useEffect(() => {
    if (!ready || !shown) return;
    // A shot that does not come from the viewport comes from a link or a mode.
    if (shot && shot !== taken.current) viewport.current?.setShot(shot);
    // A mode that had its own has been left: the preset holds again, at once, since another clip is about to be framed.
    const left = placedIn.current !== undefined && placedIn.current !== view.mode;
    if (!shot && left) viewport.current?.setCamera(camera, { smooth: false });
    placedIn.current = shot && view.mode;
  }, [ready, shown, shot, viewport]);
  return failure;
}

const infoOf = ({ id, title, key, swatch, mode }: SceneLayer): LayerInfo => ({
  id,
  title,
  key,
  ...(swatch && { swatch: [paletteOf(false)[swatch], paletteOf(true)[swatch]] }),
  ...(mode && { mode }),
});

const NO_WEIGHTS: StageView['attachments'] = [];

const blamedOnStage = (state: StudioState): Uint8Array | undefined => {
  const report = reportOnStage(state);
  return report && blamedFrames(findingsOnStage(state), report.frameCount);
};

/** What the mode has put on stage. */
function useHostStage(): HostStage {
  const { host } = useApp();
  return useSyncExternalStore(host.subscribe, host.stage);
}

/** Everything on stage as one value whose identity changes only when something in it does. */
function useStageView(fileOnStage: () => File | undefined): StageView {
  const dark = useDark();
  const character = useCharacter(fileOnStage);
  const clip = useKept(useStudio(clipOnStage));
  const { companion, wipe, live } = useHostStage();
  const comparison = useComparison();
  const judged = useStudio(bodyOnStage);
  const mode = useStudio((state) => state.view.mode);
  const simulated = live && live.source.template.skeleton === clip?.skeleton ? live.source.body : undefined;
  const parts = {
    clip,
    body: judged ?? simulated,
    awaited: useStudio(isBodyAwaited),
    companion: companion ?? comparison,
    wipe,
    mode,
    result: useStudio((state) => state.results[state.view.mode]),
    pushes: useStudio((state) => state.document.pushes),
    limits: usePushLimits(),
    attachments: useStudio((state) => state.document.body.attachments) ?? NO_WEIGHTS,
    report: useStudio(reportOnStage),
    blamed: useStudio(blamedOnStage),
    overlays: useOverlays(),
    ghosts: useStudio((state) => state.view.ghosts),
    joint: useStudio((state) => state.view.highlight),
    character,
    dark,
  };
  const last = useRef<{ readonly parts: typeof parts; readonly view: StageView } | undefined>(undefined);
  const same =
    last.current &&
    (Object.keys(parts) as (keyof typeof parts)[]).every((key) => parts[key] === last.current?.parts[key]);
  if (!same) {
    const { joint, ...rest } = parts;
    last.current = { parts, view: { ...rest, highlight: joint === undefined ? undefined : { joint } } };
  }
  return last.current!.view;
}

const CINEMA_TRAILS = 'trails';

/** What is laid over the person; bones can be seen while one is to be pointed at. */
function useOverlays(): Readonly<Record<string, boolean>> {
  const overlays = useStudio((state) => state.view.overlays);
  const picking = useStudio((state) => state.view.picking !== undefined);
  const cinema = useStudio((state) => state.view.cinema);
  const layers = useStudio((state) => state.layers);
  return useMemo(() => {
    // balls and grounds of a mode are part of what happens, the rest is said about it
    if (cinema)
      return Object.fromEntries(
        layers.map(({ id, mode }) => [id, id === CINEMA_TRAILS || (mode !== undefined && overlays[id] === true)]),
      );
    return picking ? { ...overlays, skeleton: true } : overlays;
  }, [overlays, picking, cinema, layers]);
}

/** The last clip stays on stage until the next has arrived. */
function useKept<T>(value: T | undefined): T | undefined {
  const kept = useRef(value);
  if (value !== undefined) kept.current = value;
  return value ?? kept.current;
}

const CHARACTERS = /\.(?:glb|fbx)$/i;

const characterFile = (state: StudioState): string | undefined => {
  const origin = fileBehindStage(state);
  return origin && CHARACTERS.test(origin.file) ? origin.fileId : undefined;
};

/** Bytes of the user's own character, where the clip came with one. */
function useCharacter(fileOnStage: () => File | undefined): Uint8Array | undefined {
  const fileId = useStudio(characterFile);
  const [bytes, setBytes] = useState<{ readonly fileId: string; readonly data: Uint8Array }>();
  useEffect(() => {
    const file = fileId === undefined ? undefined : fileOnStage();
    if (!file || fileId === undefined) return undefined;
    let gone = false;
    file.arrayBuffer().then(
      (buffer) => gone || setBytes({ fileId, data: new Uint8Array(buffer) }),
      () => undefined, // the worker says in words that the file is gone
    );
    return () => {
      gone = true;
    };
  }, [fileId, fileOnStage]);
  return bytes && bytes.fileId === fileId ? bytes.data : undefined;
}
