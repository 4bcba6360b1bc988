/** "Fix this" on a finding that Fix can do something about. */
import type { Finding } from 'poise';
import { useStore } from '../../state/use-studio.ts';
import { change } from './controller.ts';

/** Rules about balance: the filter answers them; and about feet: planting does. */
const BALANCE = ['balance', 'lean', 'force', 'friction', 'unsupported'];
const FEET = ['skate', 'penetration'];

export function FixThis({ rule }: Pick<Finding, 'rule'>) {
  const store = useStore();
  if (![...BALANCE, ...FEET].includes(rule)) return null;
  const fix = (): void => {
    if (FEET.includes(rule)) change({ store }, { plant: true });
    store.dispatch({ type: 'view/set', view: { mode: 'fix', inspector: 'mode' } });
  };
  return (
    <button type="button" className="button main fix-this" onClick={fix}>
      Fix this
    </button>
  );
}
