/** What happens, in words. */
import type { NowWords } from '../shared/now.tsx';
import type { CrowdResult } from './types.ts';

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

export function crowdWords({ status, counts, error }: CrowdResult, crowd: number): NowWords {
  if (status === 'preparing') {
    return { tone: 'calm', title: 'Getting ready', text: 'Motions and bodies are being made, once.' };
  }
  if (status === 'failed') return { tone: 'bad', title: 'No crowd', text: error ?? '' };
  const fell = counts.fell > 0 ? ` ${people(counts.fell)} fell and lie there: a ragdoll would take over.` : '';
  if (counts.reacting === 0) {
    const text =
      counts.hits > 0 ? 'Nobody reacts at the moment.' : 'Click on somebody to throw a ball, or throw a volley.';
    return { tone: 'calm', title: `${people(crowd)}`, text: `${text}${fell}` };
  }
  const stumble = counts.stumbling > 0 ? `, ${counts.stumbling} of them stumble` : '';
  return {
    tone: counts.stumbling > 0 ? 'warn' : 'busy',
    title: counts.reacting === 1 ? '1 reacts' : `${counts.reacting} react`,
    text: `${people(counts.reacting)} of ${crowd} ${counts.reacting === 1 ? 'answers' : 'answer'} a hit${stumble}.${fell}`,
  };
}
