/** The 70 captured pushes (statistics/push_events.csv; snumrl/ys2010, one performer who expected them). */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { MOCAP } from '../validation.ts';

/** What is compared, by the names of both tables. */
export const QUANTITIES = [
  ['step length [m]', 'step_length'],
  ['number of steps', 'n_steps_out'],
  ['lift [s]', 't_lift'],
  ['swing time [s]', 'swing'],
  ['CoM fastest at [s]', 't_peak_velocity'],
  ['CoM travel [m]', 'peak_com_displacement'],
  ['CoM stops at [s]', 't_com_stop'],
] as const;
export type Quantity = (typeof QUANTITIES)[number][1];
export type Quantities = Readonly<Record<Quantity, number>>;

export interface PushEvent extends Quantities {
  readonly clip: string;
  readonly direction: 'forward' | 'backward';
  readonly speed: number; // [m/s] peak of the CoM
}

/** None where the table is not at hand. */
export function pushEvents(): readonly PushEvent[] {
  const file = resolve(MOCAP, 'statistics/push_events.csv');
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const [head, ...rows] = text.trim().split('\n');
  const names = head!.split(',');
  return rows.map((row) => {
    const cells = row.split(',');
    const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
    const numbers = Object.fromEntries(QUANTITIES.map(([, name]) => [name, Number(cell(name))]));
    return {
      ...(numbers as Quantities),
      clip: cell('clip'),
      direction: cell('direction') as PushEvent['direction'],
      speed: Number(cell('peak_com_velocity')),
    };
  });
}

/** Person of the captures: the clip that the body is measured on. */
export const PERFORMER = 'snu-ys2010/wd2_Physics_2_Push01.bvh';
