/** "Mend this" on a finding that Mend can do something about. */
import type { Finding } from 'poise';
import type { MendStageId } from 'poise/mend';
import { useStore } from '../../state/use-studio.ts';
import { change } from './controller.ts';
import { mendSettings } from './types.ts';

/** The stage that answers a rule of lint. */
const STAGES: Readonly<Record<string, MendStageId>> = {
  balance: 'balance',
  lean: 'balance',
  friction: 'balance',
  unsupported: 'flight',
  pull: 'flight',
  skate: 'feet',
  penetration: 'feet',
  ground: 'floor',
  pop: 'outliers',
  jitter: 'jitter',
  swapped: 'swaps',
};

export function MendThis({ rule }: Pick<Finding, 'rule'>) {
  const store = useStore();
  const stage = STAGES[rule];
  if (!stage) return null;
  const mend = (): void => {
    const { stages } = mendSettings(store.state());
    if (stages[stage] === false) change({ store }, { stages: { ...stages, [stage]: true } });
    store.dispatch({ type: 'view/set', view: { mode: 'mend', inspector: 'mode' } });
  };
  return (
    <button type="button" className="button main mend-this" onClick={mend}>
      Mend this
    </button>
  );
}
