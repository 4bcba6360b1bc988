/** What a view shows: the stage, somebody on it, and time that goes on while they can be seen. */
import type { ReactionLibrary, Role, Vec3 } from 'poise';
import type { LayerMethod } from 'poise/react';
import { dragImpulse } from '../modes/shared/push-drag.ts';
import type { StageView } from '../scene/contract.ts';
import { createViewport } from '../scene/viewport.ts';
import type { Loaded } from './load.ts';
import type { OverlayId } from './overlay-ids.ts';
import { viewLayers } from './overlays.ts';
import { createPerformance, type Performance, STEP, type ViewStatus } from './performance.ts';

const LONGEST = 0.1; // [s] after a stall the motion goes on where it was
const LEAST = 1; // [N·s] a shorter drag is none

/** A push as pages give it. */
export interface ViewHit {
  readonly impulse: Vec3; // [N·s]
  readonly bone?: string | number;
  readonly point?: Vec3; // [m] world
  readonly duration?: number; // [s]
}

export interface ShowEvents {
  readonly onStatus: (status: ViewStatus, method: string | undefined) => void;
  /** False: the push is not given. */
  readonly onPush: (push: PushDetail) => boolean;
  readonly onTime: (time: number, duration: number) => void;
  readonly onMessage: (words: string) => void;
}

/** A push as it is told. */
export interface PushDetail {
  readonly impulse: Vec3; // [N·s] world axes
  readonly bone: string | undefined; // name in the file; undefined: whatever is nearest to the point
  readonly point: Vec3 | undefined; // [m] world
}

export interface Show {
  readonly perform: (loaded: Loaded, method: LayerMethod, library: ReactionLibrary | undefined) => void;
  /** Nobody is on stage any more. */
  readonly clear: () => void;
  readonly setOverlays: (ids: readonly OverlayId[]) => void;
  readonly setDark: (dark: boolean) => void;
  readonly setPlaying: (on: boolean) => void;
  readonly setSeen: (on: boolean) => void; // is it in the window at all?
  readonly seek: (time: number) => void;
  /** Pushes as the viewer sees it: x to the right, y away from them [N·s]. */
  readonly pushSeen: (x: number, y: number) => void;
  readonly push: (push: ViewHit) => boolean;
  readonly frameAll: () => void;
  readonly mass: () => number; // [kg]
  readonly canvas: HTMLCanvasElement;
  readonly ready: () => Promise<void>;
  readonly dispose: () => void;
}

export function createShow(container: HTMLElement, events: ShowEvents): Show {
  let now: { readonly loaded: Loaded; readonly performance: Performance } | undefined;
  let overlays: readonly OverlayId[] = [];
  let [dark, playing, seen] = [false, true, true];
  let status: ViewStatus | undefined;
  let [request, before, owed] = [0, -1, 0];
  const viewport = createViewport(container, {
    layers: viewLayers(() => now?.performance.measure),
    onMessage: events.onMessage,
  });
  viewport.setFollow(true);

  const show = (): void => {
    const { clip, body, character } = now?.loaded ?? NOTHING;
    const view: StageView = {
      clip,
      body,
      character,
      dark,
      report: undefined,
      blamed: undefined,
      overlays: {
        com: false,
        zmp: false,
        support: false,
        skeleton: false,
        ...Object.fromEntries(overlays.map((id) => [id, true])),
      },
      ghosts: { on: false, count: 0, spacing: 0.2 },
      highlight: undefined,
      pushes: NOBODY,
      attachments: NOBODY,
      companion: undefined,
      limits: undefined,
      wipe: undefined,
      mode: '',
      result: undefined,
    };
    viewport.show(view);
  };
  const draw = (): void => {
    if (!now) return;
    const { performance: performs } = now;
    viewport.setPose(performs.q);
    viewport.setTime(performs.time() / now.loaded.clip.frameTime);
    events.onTime(performs.time(), performs.duration);
    if (performs.status() === status) return;
    status = performs.status();
    events.onStatus(status, performs.method());
  };
  const tick = (at: number): void => {
    request = requestAnimationFrame(tick);
    owed += before < 0 ? 0 : Math.min(LONGEST, (at - before) / 1000);
    before = at;
    let moved = false;
    for (; owed >= STEP; owed -= STEP) {
      now?.performance.step();
      moved = true;
    }
    if (moved) draw();
  };
  /** Time goes on only while somebody can see it. */
  const run = (): void => {
    const wanted = playing && seen && now !== undefined;
    if (wanted === request > 0) return;
    cancelAnimationFrame(request);
    [request, before, owed] = [0, -1, 0];
    if (wanted) request = requestAnimationFrame(tick);
  };

  const push = (hit: ViewHit): boolean => {
    if (!now?.loaded.body || !now.performance.canBePushed()) return false;
    const { skeleton, roles } = now.loaded.body;
    // a role, an index or the bone's own name
    const joint = typeof hit.bone === 'string' ? roles[hit.bone as Role] : hit.bone;
    const bone = joint === undefined ? hit.bone : skeleton.names[joint];
    if (!events.onPush({ impulse: hit.impulse, bone: bone as string | undefined, point: hit.point })) return false;
    now.performance.push(hit);
    return true;
  };
  viewport.onBodyDrag({
    begin: () => now?.performance.canBePushed() ?? false,
    move: (_grip, pull) => `${Math.hypot(...dragImpulse(pull)).toFixed(0)} N·s`,
    end: ({ joint, world }, pull) => {
      const [x, z] = dragImpulse(pull);
      if (Math.hypot(x, z) > LEAST) push({ bone: joint, point: world, impulse: [x, 0, z] });
    },
  });

  return {
    canvas: viewport.canvas,
    perform(loaded, method, library) {
      now = { loaded, performance: createPerformance(loaded.clip, loaded.body, { method, library }) };
      status = undefined;
      show();
      draw();
      run();
    },
    clear() {
      [now, status] = [undefined, undefined];
      show();
      run();
    },
    setOverlays(ids) {
      overlays = ids;
      show();
    },
    setDark(on) {
      dark = on;
      show();
    },
    setPlaying(on) {
      playing = on;
      run();
    },
    setSeen(on) {
      seen = on;
      run();
    },
    seek(time) {
      now?.performance.seek(time);
      draw();
    },
    pushSeen(x, y) {
      const { theta } = viewport.shot();
      const [sine, cosine] = [Math.sin(theta), Math.cos(theta)];
      // the camera looks along (−sin, −cos); to its right lies (cos, −sin)
      push({ bone: 'chest', impulse: [x * cosine - y * sine, 0, -x * sine - y * cosine] });
    },
    push,
    frameAll: viewport.frameAll,
    mass: () => now?.loaded.body?.totalMass ?? 70,
    ready: viewport.ready,
    dispose() {
      cancelAnimationFrame(request);
      now = undefined;
      viewport.dispose();
      // a page has few of these: it is given back at once rather than when memory is swept
      const context = viewport.canvas.getContext('webgl2');
      context?.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

const NOBODY: readonly never[] = [];
const NOTHING = { clip: undefined, body: undefined, character: undefined };
