/** What happens, in words. */
import type { NowWords } from '../shared/now.tsx';
import type { GaitWorld, RunHit, RunTurn } from './types.ts';

const GOES = { walk: 'Walks', run: 'Runs' } as const;

const asSentence = (text: string): string => (text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : '');

export function statusWords(turn: RunTurn | undefined, hit: RunHit | undefined, kind: GaitWorld['kind']): NowWords {
  const was = hit ? `${hit.impulse.toFixed(0)} N·s ${hit.from}.` : '';
  switch (turn?.status) {
    case 'recovering':
      return {
        tone: 'busy',
        title: 'Recovers',
        text: `${was} Body and footfalls give way, and come back step by step.`,
      };
    case 'stumble':
      return { tone: 'warn', title: 'Stumbles', text: `${was} More than one step can take; it may yet recover.` };
    case 'fall':
      return {
        tone: 'bad',
        title: 'Falls',
        text: `${was} ${asSentence(turn.reason)} Ragdoll from here.`,
      };
    case 'recovered':
      return { tone: 'calm', title: `${GOES[kind]} on`, text: `${was} The gait is back.` };
    default:
      return {
        tone: 'calm',
        title: GOES[kind],
        text: 'Click on a part of the body, or drag to say which way a ball flies.',
      };
  }
}
