/** The polar pad: drag from its middle to push, click a dot to look at it; arrow keys aim and Enter pushes. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { usePalette } from '../../panels/timeline/palette.ts';
import type { Store } from '../../state/store.ts';
import { useStudio } from '../../state/use-studio.ts';
import { impulseWords } from '../shared/push-drag.ts';
import { aim } from './aim.ts';
import { change } from './change.ts';
import { dotAt, frameFor, impulseAt } from './pad-geometry.ts';
import { type PadMoment, paintMoment } from './paint-moment.ts';
import { paintStill, readColours } from './paint-pad.ts';
import { running } from './running.ts';
import {
  hitAt,
  type ReactResult,
  type ReactWorld,
  type Run,
  reactResult,
  reactSettings,
  runOnStage,
  turnAt,
} from './types.ts';

const CLICK = 5; // [px] a pointer may wander and still have clicked
const TURN = 15; // [°] per key
const MORE = 5; // [N·s] per key
const MOST = 120;

export function Pad() {
  const { host, player } = useApp();
  const canvas = useRef<HTMLCanvasElement>(null);
  const result = useStudio(reactResult);
  const run = useStudio(runOnStage);
  const settings = useStudio(reactSettings);
  const palette = usePalette(canvas);
  const size = useWidth(canvas);
  const { world } = result;
  const frame = useMemo(() => frameFor(size, world?.pad?.largest ?? 50), [size, world]);
  const drag = useRef<{ readonly x: number; readonly y: number; far: boolean } | undefined>(undefined);
  const [keyed, setKeyed] = useState(false); // aimed by keys

  useEffect(() => {
    const element = canvas.current;
    if (!element || !palette || size === 0) return undefined;
    const ratio = window.devicePixelRatio || 1;
    const colours = readColours(element, palette);
    const still = document.createElement('canvas');
    for (const one of [still, element]) {
      one.width = Math.round(size * ratio);
      one.height = Math.round(size * ratio);
    }
    const [below, ctx] = [still.getContext('2d'), element.getContext('2d')];
    if (!below || !ctx) return undefined;
    below.scale(ratio, ratio);
    const pad = world?.pad ?? { dots: [], envelopes: [], largest: 0 };
    paintStill(below, frame, colours, { pad, allowed: settings.allowed, ratio });
    const paint = (): void => {
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.clearRect(0, 0, element.width, element.height);
      ctx.drawImage(still, 0, 0);
      ctx.scale(ratio, ratio);
      const aimed = keyed ? settings : undefined;
      paintMoment(ctx, frame, colours, momentOf(result, run, player.playhead.time(), aimed));
    };
    paint();
    const stops = [player.playhead.subscribe(paint), aim.subscribe(paint)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [size, frame, world, result, run, settings, player, palette, keyed]);

  const at = (event: React.PointerEvent): readonly [x: number, y: number] => {
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    const scale = size / width;
    return [(event.clientX - left) * scale, (event.clientY - top) * scale];
  };
  const release = (): void => {
    drag.current = undefined;
    aim.set(undefined);
  };
  const ready = world !== undefined && result.status === 'ready';
  return (
    <button
      type="button"
      className="push-pad"
      aria-label="Push pad: drag from the middle, forward is up. Arrow keys aim, Enter pushes."
      onPointerDown={(event) => {
        if (!ready || event.button !== 0) return;
        const [x, y] = at(event);
        drag.current = { x, y, far: false };
        setKeyed(false);
        if (event.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const held = drag.current;
        if (!held) return;
        const [x, y] = at(event);
        held.far ||= Math.hypot(x - held.x, y - held.y) > CLICK;
        const [left, forward] = impulseAt(frame, x, y);
        if (held.far) aim.set({ left, forward, heading: running.controller?.heading() ?? 0 });
      }}
      onPointerUp={(event) => {
        const held = drag.current;
        if (!held) return;
        const [x, y] = at(event);
        release();
        event.currentTarget.blur(); // Space plays and pauses
        if (held.far) running.controller?.pushTo(...impulseAt(frame, x, y));
        else host.store.dispatch(pickedDot(result, dotAt(frame, world?.pad?.dots ?? [], x, y, 9)));
      }}
      onPointerCancel={release}
      onBlur={() => setKeyed(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') release();
        else if (!aimByKey(host.store, event.key)) return;
        setKeyed(event.key !== 'Escape');
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <canvas ref={canvas} />
    </button>
  );
}

/** Aims or pushes; false: this key means nothing here. */
function aimByKey(store: Store, key: string): boolean {
  const { strength, direction } = reactSettings(store.state());
  const turned = (by: number): number => ((((direction + by + 180) % 360) + 360) % 360) - 180;
  if (key === 'ArrowLeft') change(store, { direction: turned(TURN) });
  else if (key === 'ArrowRight') change(store, { direction: turned(-TURN) });
  else if (key === 'ArrowUp') change(store, { strength: Math.min(MOST, strength + MORE) });
  else if (key === 'ArrowDown') change(store, { strength: Math.max(MORE, strength - MORE) });
  else if (key === 'Enter') pushByKey(strength, direction);
  else return false;
  return true;
}

export function pushByKey(strength: number, direction: number): void {
  const angle = (direction * Math.PI) / 180;
  running.controller?.pushTo(strength * Math.sin(angle), strength * Math.cos(angle));
}

const pickedDot = (result: ReactResult, dot: number | undefined) =>
  ({ type: 'result/set', mode: 'react', result: { ...result, dot } }) as const;

function momentOf(
  { world, dot }: ReactResult,
  run: Run | undefined,
  time: number,
  keyed: { readonly strength: number; readonly direction: number } | undefined,
): PadMoment {
  const frame = Math.round(time / (run?.frameTime ?? 1));
  const given = hitAt(run, time);
  const calm = (turnAt(run, time)?.status ?? 'ready') === 'ready';
  const selection = calm ? undefined : given?.answer?.selection;
  const aimed = aim.now() ?? (keyed && keyAim(keyed));
  const chosen = selection?.chosen;
  const own = chosen && world?.pad?.dots.find(({ entry, kind }) => entry === chosen.entry && kind !== 'neutral');
  return {
    carried: run?.carriedAt?.(frame) ?? [0, 0],
    total: selection?.target,
    chosen: chosen && own && { dot: own, strategy: chosen.strategy, offered: chosen.radius },
    picked: dot === undefined ? undefined : world?.pad?.dots[dot],
    aim: aimed && [aimed.left, aimed.forward],
    aimWords: aimed && world ? impulseWords(Math.hypot(aimed.left, aimed.forward), massOf(world)) : '',
  };
}

const massOf = ({ body }: ReactWorld): number => body.totalMass;

function keyAim({ strength, direction }: { readonly strength: number; readonly direction: number }) {
  const angle = (direction * Math.PI) / 180;
  return { left: strength * Math.sin(angle), forward: strength * Math.cos(angle) };
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
