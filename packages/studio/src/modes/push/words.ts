/** What happens, in words. */
import type { BalancerStatus, Rejection, Selection, Strategy } from 'poise';
import type { NowWords } from '../shared/now.tsx';
import type { RunAnswer } from './types.ts';

export const STRATEGY_TITLES: Readonly<Record<Strategy, string>> = { hip: 'Hip', arm: 'Arm', step: 'Step' };

export const STRATEGY_HINTS: Readonly<Record<Strategy, string>> = {
  hip: 'Bends at ankles and hips; the feet stay',
  arm: 'Swings the arms round; the feet stay',
  step: 'Takes one step or more',
};

const TAKEN: Readonly<Record<Strategy, string>> = {
  hip: 'by ankles and hips',
  arm: 'with the arms',
  step: 'with a step or more',
};

export const REJECTION_WORDS: Readonly<Record<Rejection, string>> = {
  strategy: 'not allowed',
  direction: 'go elsewhere',
  weak: 'too weak',
  strong: 'too strong to scale down',
  contact: 'other foot in the air',
  stance: 'feet stand elsewhere',
  ground: 'would step off the ground',
  crossing: 'legs would cross',
};

const ns = (impulse: number): string => `${impulse.toFixed(0)} N·s`;

/** The character at a moment of the recording. */
export function statusWords(status: BalancerStatus, given: RunAnswer | undefined): NowWords {
  if (status === 'balanced' || !given) {
    const text = given ? 'Balance is back. Push again.' : 'Drag on the body or from the middle of the pad.';
    return { tone: 'calm', title: given ? 'Stands again' : 'Stands', text };
  }
  const { selection } = given.answer;
  if (selection.status === 'sway') {
    return Math.hypot(...selection.carried) > 0
      ? { tone: 'busy', title: 'Goes on', text: 'What is under way takes this push up too.' }
      : { tone: 'calm', title: 'Sways', text: 'Too little to answer.' };
  }
  if (selection.status === 'beyond')
    return { tone: 'bad', title: 'Too strong: would fall', text: beyondWords(selection) };
  if (selection.status === 'overloaded') {
    return { tone: 'warn', title: 'A little too strong', text: overloadWords(selection) };
  }
  const strategy = selection.chosen?.strategy ?? 'hip';
  const title = status === 'stepping' ? 'Steps' : `Answers by the ${strategy}`;
  return { tone: 'busy', title, text: `${ns(given.impulse)}, taken up ${TAKEN[strategy]}.` };
}

/** Beyond what is known: what one sees is the best there is, and is said to be. */
function beyondWords({ target, chosen }: Selection): string {
  const asked = `${ns(target.radius)} to take up`;
  if (!chosen) return `${asked}, and no response goes that way with what is allowed here.`;
  return `${asked}; the strongest response this way takes ${ns(chosen.radius)}. It is shown, but a person would fall.`;
}

const overloadWords = ({ target, chosen }: Selection): string =>
  `${ns(target.radius)} to take up, ${ns(chosen?.radius ?? 0)} is the most there is this way. It is stretched, so it may stumble.`;
