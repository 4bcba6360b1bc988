/** What the number of a finding is, in words, with its unit as people read it. */
import type { Finding } from 'poise';

/** The quantity that each rule measures. */
const QUANTITIES: Readonly<Record<string, string>> = {
  balance: 'How far the centre of mass would have to move for balance',
  lean: 'How far the weight lies behind the middle of the feet, mean over a stride',
  unsupported: 'Distance from the path that a thrown body would take',
  pull: 'Force that would have to pull the body down',
  skate: 'Slide of the standing foot within 0.4 s',
  penetration: 'Depth of the sole below the floor',
  ground: 'Distance between the soles and the floor',
  friction: 'Sideways over downward force that the floor must hold',
  pop: 'Turn of a joint within one frame',
  unjudged: 'Share of the frames that could be judged',
};

/** A value in the unit of a finding, as people read it: centimetres, degrees, percent. */
export function measureText(value: number, unit: string): string {
  if (unit === 'm') return Math.abs(value) >= 1 ? `${value.toFixed(2)} m` : `${(100 * value).toFixed(1)} cm`;
  if (unit === 'rad') return `${((180 / Math.PI) * value).toFixed(0)}°`;
  if (unit === 'body weights') return `${(100 * value).toFixed(0)} % of the weight`;
  if (unit === '1') return `${(100 * value).toFixed(0)} %`;
  return unit === '' ? value.toFixed(2) : `${value.toFixed(2)} ${unit}`;
}

export interface Measure {
  readonly quantity: string;
  readonly peak: string;
  readonly limit: string;
}

export const measureOf = ({ rule, value, limit, unit }: Finding): Measure => ({
  quantity: QUANTITIES[rule] ?? 'Measured',
  peak: measureText(value, unit),
  limit: measureText(limit, unit),
});
