/** How the simulated person is doing, judged from what can be measured. */
import { FALL_WORDS, fallReason, type Simulation } from 'poise/sim';
import type { Status } from '../types.ts';

/** What is measured of a simulation. */
export type Measured = Pick<Simulation, 'com' | 'comVelocity' | 'footContact' | 'touchesGround' | 'fault'>;

const CALM = 0.12; // [m/s] of the CoM beyond what is asked for
const LONG_AIR = 0.1; // [s] without a foot on the ground: shorter is a bounce
const CALM_FOR = 0.4; // [s]

export interface StatusWatch {
  /** Looks once every `dt` seconds. `height` [m]: of the CoM, as asked for; `speed` [m/s]: of the CoM, as asked for. */
  readonly look: (now: Measured, height: number, speed: number, dt: number) => { status: Status; words: string };
  readonly save: () => readonly number[];
  readonly restore: (state: readonly number[]) => void;
}

/** Leaning far is no fall yet: a step may catch it. */
function fallWords({ com, touchesGround }: Measured, height: number): string | undefined {
  const reason = fallReason({ touchesGround, height: com[1]!, expectedHeight: height, away: 0 });
  return reason && FALL_WORDS[reason];
}

export function createStatusWatch(): StatusWatch {
  let [air, calm, up, fallen] = [0, CALM_FOR, 0, 0];
  return {
    look(now, height, speed, dt) {
      if (now.fault) return { status: 'fault', words: now.fault.reason };
      const words = fallWords(now, height);
      if (words || fallen) {
        fallen = 1;
        return { status: 'fallen', words: words ?? '' };
      }
      const feet = now.footContact[0]! + now.footContact[1]!;
      air = feet === 0 ? air + dt : 0;
      up = feet === 1 ? up + dt : 0;
      const moves = Math.hypot(now.comVelocity[0]!, now.comVelocity[1]!, now.comVelocity[2]!) - speed > CALM;
      calm = moves || feet < 2 ? 0 : calm + dt;
      if (air > LONG_AIR) return { status: 'air', words: '' };
      if (up > LONG_AIR) return { status: 'one-foot', words: '' };
      return { status: calm >= CALM_FOR ? 'ready' : 'recovering', words: '' };
    },
    save: () => [air, calm, up, fallen],
    restore: (state) => {
      [air, calm, up, fallen] = state as [number, number, number, number];
    },
  };
}
