/** The methods that Poise knows. A new one is one folder beside this and one line in the list. */
import { UsageError } from '../errors.ts';
import { anticipationMethod } from './anticipation/as-method.ts';
import { balanceFilterMethod } from './balance-filter/as-method.ts';
import type { Method } from './method.ts';
import { plantFeetMethod } from './plant-feet/as-method.ts';
import { pushResponseMethod } from './push-response/as-method.ts';
import { reactiveBlendMethod } from './reactive-blend/as-method.ts';
import { reactiveLocomotionMethod } from './reactive-locomotion/as-method.ts';

export const methods: readonly Method[] = [
  balanceFilterMethod,
  plantFeetMethod,
  pushResponseMethod,
  reactiveLocomotionMethod,
  reactiveBlendMethod,
  anticipationMethod,
];

/** A method by its id. Throws UsageError naming the known ones. */
export function methodNamed(id: string): Method {
  const found = methods.find((method) => method.id === id);
  if (found) return found;
  throw new UsageError(`there is no method "${id}"; Poise knows: ${methods.map((method) => method.id).join(', ')}`);
}
