/** How whoever reacts is doing, in words. */
import type { NowWords } from '../shared/now.tsx';
import { STRATEGY_MEANS } from './strategy-words.ts';
import type { Motion, ReactResult, Run, RunHit, RunTurn, Status } from './types.ts';

export const STATUS_TITLES: Readonly<Record<Status, string>> = {
  ready: 'as animated',
  recovering: 'keeps its balance',
  stepping: 'steps',
  stumbling: 'stumbles',
  'one-foot': 'on one foot',
  air: 'in the air',
  fallen: 'fell over',
  rising: 'gets up',
  fault: 'the engine gave up',
};

const GOES: Readonly<Record<Motion, string>> = {
  stands: 'Ready',
  walks: 'Walks',
  runs: 'Runs',
  moves: 'As animated',
};

const sentence = (text: string): string => (text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : '');

export function nowWords(
  { status, world, error }: ReactResult,
  run: Run | undefined,
  turn: RunTurn | undefined,
  hit: RunHit | undefined,
): NowWords {
  if (status === 'preparing') return { tone: 'busy', title: 'Preparing', text: 'A moment: the motion is measured.' };
  if (status === 'unfit') return { tone: 'warn', title: 'Cannot react', text: error ?? '' };
  if (status === 'failed' || !world) return { tone: 'bad', title: 'Cannot run here', text: error ?? '' };
  const was = hit ? `${hit.impulse.toFixed(0)} N·s ${hit.from}. ` : '';
  const simulated = run?.engine === 'simulated';
  switch (turn?.status) {
    case 'recovering': {
      const strategy = hit?.answer?.selection.chosen?.strategy;
      if (strategy) return { tone: 'busy', title: `Answers ${STRATEGY_MEANS[strategy]}`, text: was + beyond(hit) };
      return { tone: 'busy', title: 'Keeps its balance', text: `${was}The body gives way and comes back.` };
    }
    case 'stepping':
      return { tone: 'busy', title: 'Steps', text: `${was}${beyond(hit) || 'The feet go where the fall goes.'}` };
    case 'stumbling':
      return { tone: 'warn', title: 'Stumbles', text: `${was}More than one step can take; it may yet recover.` };
    case 'one-foot':
      return { tone: 'busy', title: 'On one foot', text: `${was}The other is off the ground.` };
    case 'air':
      return { tone: 'warn', title: 'In the air', text: `${was}No foot touches the ground.` };
    case 'fallen': {
      const next = simulated ? 'Scrub back and go on from there.' : 'It gets up again.';
      return { tone: 'bad', title: 'Fell over', text: `${was}${sentence(turn.reason)} ${next}` };
    }
    case 'rising':
      return { tone: 'busy', title: 'Gets up', text: `${was}Then it goes on.` };
    case 'fault':
      return { tone: 'bad', title: 'The engine gave up', text: `${sentence(turn.reason)} Scrub back, or start again.` };
    default: {
      if (hit) return { tone: 'calm', title: 'Recovered', text: `${was}Push again.` };
      const title = simulated ? 'Stands by its muscles' : GOES[world.motion];
      return { tone: 'calm', title, text: 'Drag on the body to push it. Click on it to throw a ball.' };
    }
  }
}

/** More than the library knows: the strongest response is shown, and the body does the rest on its own feet. */
function beyond(hit: RunHit | undefined): string {
  const selection = hit?.answer?.selection;
  if (selection?.status !== 'beyond' && selection?.status !== 'overloaded') return '';
  const { target, chosen } = selection;
  const asked = `${target.radius.toFixed(0)} N·s to absorb`;
  if (!chosen) return `${asked}; no allowed response goes this way. The body answers on its own.`;
  return `${asked}; the strongest response this way absorbs ${chosen.radius.toFixed(0)} N·s. The body adds the rest.`;
}
