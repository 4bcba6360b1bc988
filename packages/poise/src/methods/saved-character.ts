/** A running reaction as plain data, and the check of what claims to be one. */
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import { checkPush, type Push } from '../gait/push.ts';
import type { BalancerStatus } from './balancer.ts';
import { isRecord, noSave } from './check-saved.ts';
import { checkShape, type Shape } from './save-shape.ts';

/** Numbers of a part of a save: how many, and which of them may be endless. */
export interface SavedNumbers {
  readonly size: number;
  readonly endless: readonly number[];
}

/** Checks a save of a character. `numbers`: of its body and of its planners. */
export function checkedSave(
  saved: unknown,
  character: Body,
  numbers: Readonly<Record<'body' | 'plan', SavedNumbers>>,
): SavedCharacter {
  if (!isRecord(saved) || !KEYS.every((key) => key in saved)) throw noSave(saved);
  const { pending, pull } = saved as unknown as SavedCharacter;
  for (const name of ['body', 'plan'] as const) {
    const found = saved[name];
    const { size } = numbers[name];
    if (!Array.isArray(found)) throw noSave(saved);
    if (found.length !== size) {
      throw new UsageError(`a save of another character: expected ${size} numbers in "${name}", found ${found.length}`);
    }
  }
  checkShape(saved, CHARACTER_SHAPE, 'character');
  for (const name of ['body', 'plan'] as const) {
    const { endless } = numbers[name];
    (saved[name] as readonly number[]).forEach((value, i) => {
      if (!endless.includes(i)) checkShape(value, 'number', `character.${name}[${i}]`);
    });
  }
  for (const push of pending) checkPush(push, character);
  const joint = pull?.[9];
  if (joint !== undefined && !(Number.isInteger(joint) && joint >= 0 && joint < character.mass.length))
    throw noSave(saved);
  return saved as unknown as SavedCharacter;
}

const STATUSES: readonly BalancerStatus[] = ['balanced', 'recovering', 'stepping', 'stumbling', 'falling'];
const PUSH_SHAPE: Shape = {
  fields: {
    impulse: { numbers: 3 },
    segment: 'whole',
    pointInSegment: { maybe: { numbers: 3 } },
    duration: { maybe: 'positive' },
  },
};

const CHARACTER_SHAPE: Shape = {
  fields: {
    time: 'number',
    falling: 'number',
    sourceTime: 'number',
    status: { words: STATUSES },
    active: 'flag',
    recovered: { maybe: 'flag' },
    body: { list: 'moment' },
    plan: { list: 'moment' },
    pull: { maybe: { numbers: 10 } },
    pending: { list: PUSH_SHAPE },
  },
};
const KEYS = ['time', 'status', 'active', 'falling', 'sourceTime', 'pending', 'body', 'plan', 'tactics'] as const;

export interface SavedCharacter {
  readonly time: number;
  readonly status: BalancerStatus;
  readonly active: boolean;
  readonly falling: number;
  readonly sourceTime: number;
  readonly pending: readonly Push[];
  readonly body: readonly number[];
  readonly plan: readonly number[];
  readonly tactics: unknown;
  readonly recovered?: boolean;
  readonly pull?: readonly number[];
}

/** JSON knows no Infinity: the largest number stands for it. */
export const finite = (value: number): number => (value === Infinity ? Number.MAX_VALUE : value);
export const infinite = (value: number): number => (value === Number.MAX_VALUE ? Infinity : value);
