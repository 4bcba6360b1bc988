/** Does somebody stand on this ground at all: unpushed, and with the engine at work after a touch that nobody sees? */

import type { Body } from '../../src/body/body.ts';
import { percentile } from '../../src/math/order-statistics.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { table } from '../validation.ts';
import type { Subject } from './bodies.ts';
import { impulseAt, placeOn } from './cases.ts';
import type { GroundKind, Scene } from './grounds.ts';
import { facingsOf, sceneOf } from './grounds.ts';
import { type Reference, referenceOf } from './measure.ts';
import { record } from './record.ts';
import { hoverOver } from './soles.ts';
import type { Starter } from './starter.ts';
import { type Tracks, tracksOf } from './steps.ts';

const TOUCH = 0.01; // [N·s]
const WATCHED = 4; // [s]

/** One row per person: worst over the ways to face the ground. */
export function standingTable(start: Starter, subjects: readonly Subject[], kind: GroundKind): string {
  const rows = subjects.map((subject) => {
    const all = Array.from({ length: facingsOf(kind) }, (_, k) => standOn(start, subject, sceneOf(kind, subject, k)));
    const worst = (read: (one: Stood) => number): number => Math.max(...all.map(read));
    return [
      subject.id,
      worst(({ sunk }) => 1000 * sunk).toFixed(1),
      worst(({ hover }) => 1000 * hover).toFixed(1),
      worst(({ outside }) => 100 * outside).toFixed(1),
      worst(({ hips }) => 1000 * hips).toFixed(2),
      worst(({ feet }) => 1000 * feet).toFixed(2),
      all.map(({ end }) => end).join(', '),
    ];
  });
  return table(
    [
      `on ${kind}`,
      'soles sunk [mm]',
      'soles over the ground [mm]',
      'ZMP outside, p99 [cm]',
      'touched: hips move [mm]',
      'feet move [mm]',
      'ends',
    ],
    rows,
  );
}

interface Stood {
  readonly sunk: number; // [m] deepest sole point
  readonly hover: number; // [m] of the lowest point of a sole that never comes down
  readonly outside: number; // [m]
  readonly hips: number; // [m] against unpushed
  readonly feet: number;
  readonly end: string;
}

function standOn(start: Starter, subject: Subject, scene: Scene): Stood {
  const { body } = subject;
  const reference = referenceOf(start, subject, scene);
  const push = { time: 0.5, impulse: impulseAt(subject, TOUCH, 0), ...placeOn(body, 'chest'), duration: 0.1 };
  const { clip, fall, events } = record(start, subject, [push], { most: WATCHED, settled: WATCHED, scene });
  const tracks = tracksOf(body, clip);
  return {
    sunk: reference.sunk,
    hover: hoverOver(body, reference.clip, scene),
    outside: percentile(reference.outside.filter(Number.isFinite), 0.99),
    hips: apart(tracks, reference, [body.roles.hips ?? 0], clip),
    feet: apart(tracks, reference, anklesOf(body), clip),
    end: fall ? 'falls' : events.some(({ kind }) => kind === 'step') ? 'steps' : 'stands',
  };
}

const anklesOf = ({ soles }: Body): readonly number[] => soles.map(({ foot }) => foot);

function apart({ origin, joints }: Tracks, reference: Reference, which: readonly number[], clip: Clip): number {
  let most = 0;
  for (let frame = 0; frame < clip.frameCount; frame++) {
    for (const joint of which) {
      const o = 3 * (frame * joints + joint);
      const away = [0, 1, 2].map((c) => origin[o + c] - reference.tracks.origin[o + c]);
      most = Math.max(most, Math.hypot(...away));
    }
  }
  return most;
}
