/** Stick figures side by side as SVG: seen from the character's left, or walking through a scene. */
import { analyse } from '../src/balance/analyse.ts';
import type { Ground } from '../src/balance/report.ts';
import type { Body } from '../src/body/body.ts';
import { forwardKinematics } from '../src/dynamics/kinematics.ts';
import { createWorkspace } from '../src/dynamics/workspace.ts';
import { transformPoint3 } from '../src/math/mat3.ts';
import type { Clip } from '../src/motion/clip.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';

export interface StripRow {
  readonly title: string;
  readonly body: Body;
  readonly clip: Clip;
  readonly frames: readonly number[];
  readonly bar?: (t: number) => number; // [m] height of a bar, drawn where it is below 1.6 m
  /** Things beside the person in a frame; x and y turn metres ahead and up into places of the picture, scale is pixels per metre. */
  readonly things?: (frame: number, x: (z: number) => string, y: (height: number) => string, scale: number) => string[];
}

const SCALE = 105; // [pixels per metre]
const WIDTH = 1.15; // [m] of one pose
const HEIGHT = 1.9; // [m]
const LEVEL: Ground = {
  height: 0,
  normal: [0, 1, 0],
  residual: 0,
  kind: 'plane',
  patches: [],
  beltVelocity: [0, 0, 0],
};
const LEFT = '#1f6fb4';
const RIGHT = '#c9553c';
const MIDDLE = '#555';

const place = (x: number): string => x.toFixed(1);

/** Rows of poses; per pose the CoM (black), what is below it, the ZMP (red: more than 1 cm outside) and the support. */
export function strip(rows: readonly StripRow[]): string {
  const most = Math.max(...rows.map(({ frames }) => frames.length));
  const [width, rowHeight] = [most * WIDTH * SCALE, HEIGHT * SCALE + 46];
  const drawn = rows.map((row, k) => `<g transform="translate(0 ${place(k * rowHeight)})">${drawRow(row)}</g>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${place(width)} ${place(rows.length * rowHeight)}" font-family="system-ui, sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

function drawRow({ title, body, clip, frames, bar, things }: StripRow): string {
  const report = analyse(body, clip, { ground: LEVEL, cutoff: Number.POSITIVE_INFINITY });
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  const floor = 22 + HEIGHT * SCALE;
  const parts = [`<text x="8" y="15">${title}</text>`];
  frames.forEach((frame, index) => {
    forwardKinematics(body, ws, clip.q, frame * nq);
    const centre = report.com[3 * frame + 2];
    const x = (z: number): string => place((index + 0.5) * WIDTH * SCALE + SCALE * (z - centre));
    const y = (height: number): string => place(floor - SCALE * height);
    const t = frame * clip.frameTime;
    parts.push(`<path d="M${place(index * WIDTH * SCALE)} ${y(0)}h${place(WIDTH * SCALE)}" stroke="#bbb"/>`);
    if (bar && bar(t) < 1.6) parts.push(barAt(index, y(bar(t))));
    if (things) parts.push(...things(frame, x, y, SCALE));
    parts.push(...bones(body, ws, x, y));
    const [first, end] = [report.supportStart[frame], report.supportStart[frame + 1]];
    const support = Array.from(report.supportPoints.subarray(2 * first, 2 * end)).filter((_, i) => i % 2 === 1);
    if (support.length > 0) {
      const [low, high] = [Math.min(...support), Math.max(...support)];
      parts.push(`<path d="M${x(low)} ${y(-0.03)}H${x(high)}" stroke="#3a9a5b" stroke-width="4"/>`);
    }
    parts.push(
      `<path d="M${x(centre)} ${y(report.com[3 * frame + 1])}V${y(0)}" stroke="#999" stroke-dasharray="3 3"/>`,
    );
    parts.push(`<circle cx="${x(centre)}" cy="${y(report.com[3 * frame + 1])}" r="4"/>`);
    const zmp = report.zmp[3 * frame + 2];
    if (Math.abs(zmp - centre) < 0.5 * WIDTH) {
      const colour = report.margin[frame] < -0.01 ? '#d22' : '#3a9a5b';
      parts.push(`<circle cx="${x(zmp)}" cy="${y(-0.03)}" r="5" fill="${colour}" stroke="#fff"/>`);
    }
    parts.push(
      `<text x="${x(centre)}" y="${place(floor + 20)}" text-anchor="middle" fill="#555">${t.toFixed(2)} s</text>`,
    );
  });
  return parts.join('\n');
}

const barAt = (index: number, y: string): string =>
  `<path d="M${place((index + 0.06) * WIDTH * SCALE)} ${y}h${place(0.88 * WIDTH * SCALE)}" stroke="#a06a2c" stroke-width="3"/>`;

function bones(
  body: Body,
  ws: ReturnType<typeof createWorkspace>,
  x: (z: number) => string,
  y: (height: number) => string,
): string[] {
  const { parents, names, endSites } = body.skeleton;
  const o = ws.segmentOrigin;
  const colour = (joint: number): string =>
    /left/i.test(names[joint]) ? LEFT : /right/i.test(names[joint]) ? RIGHT : MIDDLE;
  const line = (z0: number, y0: number, z1: number, y1: number, stroke: string): string =>
    `<path d="M${x(z0)} ${y(y0)}L${x(z1)} ${y(y1)}" stroke="${stroke}" stroke-width="5" stroke-linecap="round"/>`;
  const out: string[] = [];
  for (let joint = 1; joint < parents.length; joint++) {
    const p = 3 * parents[joint];
    out.push(line(o[p + 2], o[p + 1], o[3 * joint + 2], o[3 * joint + 1], colour(joint)));
  }
  const tip = new Float64Array(3);
  for (const { joint, offset } of endSites) {
    transformPoint3(tip, 0, o, 3 * joint, ws.worldFromSegment, 9 * joint, Float64Array.from(offset), 0);
    if (joint === body.roles.head) {
      const [cz, cy] = [(tip[2] + o[3 * joint + 2]) / 2, (tip[1] + o[3 * joint + 1]) / 2];
      const radius = 0.5 * Math.hypot(tip[1] - o[3 * joint + 1], tip[2] - o[3 * joint + 2]);
      out.push(`<circle cx="${x(cz)}" cy="${y(cy)}" r="${place(SCALE * radius)}" fill="${MIDDLE}"/>`);
    } else out.push(line(o[3 * joint + 2], o[3 * joint + 1], tip[2], tip[1], colour(joint)));
  }
  return out;
}
