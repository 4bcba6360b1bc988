/** What happens, in words. */
import type { BalancerStatus, Rejection, Selection, Strategy } from 'poise/react';
import type { NowWords } from '../shared/now.tsx';
import type { RunAnswer } from './types.ts';

export const STRATEGY_TITLES: Readonly<Record<Strategy, string>> = { hip: 'Hip', arm: 'Arm', step: 'Step' };

export const STRATEGY_HINTS: Readonly<Record<Strategy, string>> = {
  hip: 'Bends at ankles and hips; the feet stay',
  arm: 'Swings the arms round; the feet stay',
  step: 'Takes one step or more',
};

const MEANS: Readonly<Record<Strategy, string>> = {
  hip: 'with ankles and hips',
  arm: 'with the arms',
  step: 'with steps',
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

/** The character at a moment of the recording. `reason`: why it fell, if it does later on. */
export function statusWords(status: BalancerStatus, given: RunAnswer | undefined, reason: string): NowWords {
  if (status === 'balanced' || !given) {
    const text = given ? 'Push again.' : 'Drag on the body or from the middle of the pad.';
    return { tone: 'calm', title: given ? 'Recovered' : 'Ready', text };
  }
  const { selection } = given.answer;
  const push = ns(given.impulse);
  if (status === 'falling') {
    return { tone: 'bad', title: 'Fell over', text: `${push}: ${reason || 'balance was lost'}. A new take starts.` };
  }
  const strategy = selection.chosen?.strategy;
  const beyond = selection.status === 'beyond' || selection.status === 'overloaded';
  const absorbs = (means: string): string => (beyond ? beyondWords(selection) : `Absorbs ${push} ${means}.`);
  if (status === 'stepping') return { tone: 'busy', title: 'Steps', text: absorbs('with steps') };
  if (!strategy) return { tone: 'calm', title: 'Sways', text: absorbs('in place, without a response') };
  const title = strategy === 'step' ? 'Answers with steps' : `Answers by the ${strategy}`;
  return { tone: 'busy', title, text: absorbs(MEANS[strategy]) };
}

/** More than the library knows: the strongest response is shown, and the body does the rest on its own feet. */
function beyondWords({ target, chosen }: Selection): string {
  const asked = `${ns(target.radius)} to absorb`;
  if (!chosen) return `${asked}; no allowed response goes this way. The body answers on its own.`;
  return `${asked}; the strongest response this way absorbs ${ns(chosen.radius)}. The body adds the rest.`;
}
