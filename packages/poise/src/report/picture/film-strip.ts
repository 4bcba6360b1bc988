/** A clip at a glance: the person at several moments, from the side and from ahead, with floor, balance point and times. */
import type { Finding } from '../../balance/finding.ts';
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { UsageError } from '../../errors.ts';
import { withDefaults } from '../../math/options.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { type Canvas, type Colour, createCanvas, drawText, fillRectangle, halved, paste } from './canvas.ts';
import { drawAt, drawPerson, fromTheFront, fromTheSide, type View } from './person.ts';

export const STRIP_VIEWS = ['side', 'front', 'both'] as const;

export interface StripOptions {
  readonly moments: number; // pictures in a row
  readonly from: number; // [s]
  readonly to: number; // [s]; beyond the end: the end
  readonly view: (typeof STRIP_VIEWS)[number];
  readonly cell: number; // [pixels] width of one picture
}

export const STRIP_DEFAULTS: StripOptions = {
  moments: 12,
  from: 0,
  to: Number.POSITIVE_INFINITY,
  view: 'both',
  cell: 160,
};

/** What is drawn: a clip with its judgement. */
export interface Scene {
  readonly clip: Clip;
  readonly body: Body;
  readonly report: BalanceReport;
  readonly findings: readonly Finding[];
}

const BACKGROUND: Colour = [247, 246, 243];
const FLOOR: Colour = [150, 146, 138];
const TEXT: Colour = [70, 68, 64];
const INSIDE: Colour = [40, 160, 80];
const OUTSIDE: Colour = [214, 48, 40];
const WARNING: Colour = [222, 164, 40];
const MOST_MOMENTS = 200;
const MOST_CELL = 1000; // [pixels]
const MARK = 0.03; // [m] radius of the balance point
const ROOM = 1.15; // of the height that the person reaches
const FINE = 2; // pixels drawn per pixel shown, for smooth edges

/** Frames that a strip shows: the first, the last and evenly between. */
export function stripFrames(clip: Clip, { moments, from, to }: StripOptions): readonly number[] {
  if (!(Number.isInteger(moments) && moments >= 1 && moments <= MOST_MOMENTS)) {
    throw new UsageError(`moments must be a whole number from 1 to ${MOST_MOMENTS}, found ${moments}`);
  }
  const end = clip.frameCount - 1;
  const first = Math.min(end, Math.max(0, Math.round(from / clip.frameTime)));
  const last = Math.min(end, Math.round(to / clip.frameTime));
  if (!(first <= last)) throw new UsageError(`expected from ≤ to, found ${from} and ${to}`);
  const count = Math.min(moments, last - first + 1);
  return Array.from({ length: count }, (_, k) => first + Math.round((k * (last - first)) / Math.max(1, count - 1)));
}

/** Draws a film strip.
 *
 * ```ts
 * const { width, height, rgb } = filmStrip({ clip, ...judge(clip) }, { moments: 8, view: 'side' });
 * ```
 */
export function filmStrip(scene: Scene, options: Partial<StripOptions> = {}): Canvas {
  const settings = withDefaults('filmStrip', STRIP_DEFAULTS, options);
  const { cell, view } = settings;
  if (!(Number.isInteger(cell) && cell >= 16 && cell <= MOST_CELL)) {
    throw new UsageError(`cell must be a whole number from 16 to ${MOST_CELL} pixels, found ${cell}`);
  }
  const frames = stripFrames(scene.clip, settings);
  const views = view === 'both' ? (['side', 'front'] as const) : [view];
  const camera = createCamera(scene, cell, frames);
  const strip = createCanvas(frames.length * cell, views.length * camera.height, BACKGROUND);
  for (const [column, frame] of frames.entries()) {
    for (const [row, side] of views.entries())
      paste(strip, camera.picture(frame, side), column * cell, row * camera.height);
  }
  return strip;
}

export interface Camera {
  readonly height: number; // [pixels]
  picture(frame: number, side: 'side' | 'front'): Canvas;
}

/** Takes pictures of a scene that are `width` pixels wide, all to one scale, high enough for the `frames` asked for. */
export function createCamera(scene: Scene, width: number, frames: readonly number[]): Camera {
  const { clip, body, report, findings } = scene;
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  const span = reachOf(scene, frames, ws);
  const scale = (FINE * width) / span.width;
  const height = Math.ceil((scale * span.height) / FINE);
  const dot = Math.max(1, Math.round(width / 120));
  const picture = (frame: number, side: 'side' | 'front'): Canvas => {
    const canvas = createCanvas(FINE * width, FINE * height, BACKGROUND);
    forwardKinematics(body, ws, clip.q, frame * nq);
    const forward = [report.forward[2 * frame], report.forward[2 * frame + 1]] as const;
    const view: View = {
      ...(side === 'side' ? fromTheSide(forward) : fromTheFront(forward)),
      middle: [ws.com[0], ws.com[2]],
      floor: span.floor,
      baseline: FINE * height - scale * span.below,
      scale,
    };
    fillRectangle(canvas, 0, view.baseline, canvas.width, FINE, FLOOR);
    drawPerson(canvas, body, ws, view);
    if (Number.isFinite(report.zmp[3 * frame])) {
      drawAt(canvas, view, report.zmp, 3 * frame, MARK, report.margin[frame] < 0 ? OUTSIDE : INSIDE);
    }
    const small = halved(canvas);
    const graver = severityAt(findings, frame);
    if (graver) fillRectangle(small, 0, 0, width, 2 * dot, graver === 'error' ? OUTSIDE : WARNING);
    drawText(small, `${(frame * clip.frameTime).toFixed(2)} s`, 3 * dot, 4 * dot, dot, TEXT);
    return small;
  };
  return { height, picture };
}

/** The gravest finding that holds in a frame, notes apart. */
function severityAt(findings: readonly Finding[], frame: number): 'error' | 'warning' | undefined {
  const here = findings.filter(({ start, end }) => frame >= start && frame <= end);
  if (here.some(({ severity }) => severity === 'error')) return 'error';
  return here.some(({ severity }) => severity === 'warning') ? 'warning' : undefined;
}

interface Span {
  readonly width: number; // [m] that a picture shows
  readonly height: number;
  readonly floor: number; // [m] height of the floor
  readonly below: number; // [m] shown below it
}

/** How much room the person needs in these frames, whichever way it faces. */
function reachOf({ clip, body, report }: Scene, frames: readonly number[], ws: Workspace): Span {
  const nq = coordinateCount(clip.skeleton);
  const floor = Number.isFinite(report.ground.height) ? report.ground.height : 0;
  let [top, bottom, aside] = [floor + 0.5 * body.height, floor, 0.3 * body.height];
  for (const frame of frames) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    for (let i = 0; i < ws.segmentOrigin.length; i += 3) {
      const [x, y, z] = ws.segmentOrigin.subarray(i, i + 3);
      top = Math.max(top, y);
      bottom = Math.min(bottom, y);
      aside = Math.max(aside, Math.hypot(x - ws.com[0], z - ws.com[2]));
    }
  }
  const below = floor - bottom + 0.08 * body.height;
  return {
    width: 2 * aside + 0.2 * body.height,
    height: ROOM * (top - floor) + 0.12 * body.height + below,
    floor,
    below,
  };
}
