/** How the simulated person is doing, in words. */
import type { NowWords } from '../shared/now.tsx';
import type { SimPush, SimTurn, SimulateResult } from './types.ts';

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function statusWords(result: SimulateResult, turn: SimTurn | undefined, push: SimPush | undefined): NowWords {
  const { status, world, error } = result;
  if (status === 'failed') return { tone: 'bad', title: 'Cannot run here', text: error ?? '' };
  if (status === 'preparing' || !world) {
    return { tone: 'busy', title: 'Loading the engine', text: 'Once; it stays in this browser.' };
  }
  const pushed = push ? `${push.impulse.toFixed(0)} N·s. ` : '';
  switch (turn?.status) {
    case 'sways':
      return { tone: 'busy', title: 'Keeps its balance', text: `${pushed}Moves to stay on its feet.` };
    case 'one-foot':
      return { tone: 'busy', title: 'On one foot', text: `${pushed}The other is off the ground.` };
    case 'air':
      return { tone: 'warn', title: 'In the air', text: `${pushed}No foot touches the ground.` };
    case 'fallen':
      return {
        tone: 'bad',
        title: 'Fell',
        text: `${pushed}${upper(turn.words || 'it lies')}. Scrub back and go on from there.`,
      };
    case 'fault':
      return { tone: 'bad', title: 'The engine gave up', text: `${upper(turn.words)}. Scrub back, or start again.` };
    default:
      return {
        tone: 'calm',
        title: 'Stands',
        text: push ? 'Balance is back. Push again.' : 'Drag on the body to push.',
      };
  }
}
