/** What selection looks at: every response and its mirror image, as it would be on this body. */

import type { Body } from '../../body/body.ts';
import { wrapAngle } from '../../math/angle.ts';
import type { Side } from '../../motion/roles.ts';
import { legLengthOf } from './build-response.ts';
import { FOOT, FOOT_TURN, ROW } from './channel-layout.ts';
import { channelsOf } from './channels.ts';
import { runsOf } from './plant-feet.ts';
import { indexImpulse, type Response, type ResponseLibrary, type Strategy } from './response.ts';

/** Where and when a foot is set down, in the heading frame, counted from where it stood in the neutral pose. */
export interface Landing {
  readonly side: Side;
  readonly lift: number; // frame
  readonly frame: number;
  readonly x: number; // [leg lengths]
  readonly z: number;
  readonly yaw: number; // [rad]
}

export interface Entry {
  readonly id: number; // place in the list
  readonly response: Response;
  readonly mirrored: boolean;
  readonly strategy: Strategy;
  readonly angle: number; // [rad] of the push
  readonly radius: number; // [N·s] for this body
  readonly momentumScale: number; // [N·s] for this body over [N·s] of the response
  readonly timeScale: number; // speed of playing: shorter legs swing faster
  readonly first: number; // frame in which the push begins
  readonly start: number; // the same between frames, as exactly as it is known
}

/** Symmetric responses need no mirror image. [rad] */
const ON_AXIS = (3 * Math.PI) / 180;

/** Impulses scale with mass × √(g · leg length), times with √(leg length / g): bodies of another size move alike. */
export function entriesFor(library: ResponseLibrary, body: Body): readonly Entry[] {
  const leg = legLengthOf(body);
  const entries: Entry[] = [];
  for (const response of library.responses) {
    const size = Math.sqrt(leg / response.legLength);
    const momentumScale = (body.totalMass / response.mass) * size;
    const { radius, angle } = indexImpulse(response);
    const base = {
      response,
      strategy: response.strategy,
      radius: radius * momentumScale,
      momentumScale,
      timeScale: 1 / size,
      first: response.onset,
      start: response.truth ? response.truth.t0 / response.clip.frameTime : response.onset,
    };
    entries.push({ ...base, id: entries.length, mirrored: false, angle });
    const sagittal = Math.abs(wrapAngle(2 * angle)) < 2 * ON_AXIS;
    if (response.mirrored || (sagittal && response.strategy !== 'step')) continue;
    entries.push({ ...base, id: entries.length, mirrored: true, angle: wrapAngle(-angle) });
  }
  return entries;
}

/** Momentum [N·s] that an entry can still take from a frame on. */
export const recoverableAt = ({ response, momentumScale }: Entry, frame: number): number =>
  momentumScale * response.recoverable[Math.max(0, Math.min(Math.round(frame), response.recoverable.length - 1))];

const landings = new WeakMap<Response, readonly Landing[]>();

/** All landings of an entry, in order of time. */
export function landingsOf({ response, mirrored }: Entry): readonly Landing[] {
  let own = landings.get(response);
  if (!own) {
    own = findLandings(response);
    landings.set(response, own);
  }
  return mirrored ? own.map((l) => ({ ...l, side: l.side === 'left' ? 'right' : 'left', x: -l.x, yaw: -l.yaw })) : own;
}

function findLandings(response: Response): readonly Landing[] {
  const { planted, values } = channelsOf(response);
  const found: Landing[] = [];
  for (const side of [0, 1] as const) {
    const runs = runsOf(planted[side], 1);
    runs.forEach(([start], k) => {
      if (k === 0) return;
      const row = start * ROW + FOOT[side];
      found.push({
        side: side === 0 ? 'left' : 'right',
        lift: runs[k - 1][1],
        frame: start,
        x: values[row],
        z: values[row + 2],
        yaw: values[row + FOOT_TURN + 1],
      });
    });
  }
  return found.sort((a, b) => a.frame - b.frame);
}
