/** The experiments of Komura, Leung and Kuffner 2004 [Komura04], on whole bodies. */

import { gaitHits } from '../validate/gait-hits/index.ts';
import { gaitPeople } from '../validate/gait-people/index.ts';
import type { ValidationOptions } from '../validate/validation.ts';
import { betaConditions, betas } from './komura04-beta.ts';
import { hitClaims, peopleClaims } from './komura04-claims.ts';
import { performed, runs } from './komura04-clips.ts';
import { balls, pushes } from './komura04-figures.ts';
import { minutesOfBalls } from './komura04-minutes.ts';
import type { Paper, Reproduction } from './paper.ts';

const HITS = 180;
const TRIALS = 404; // all of them

export const komura04: Paper = {
  id: 'komura04',
  async reproduce(say): Promise<Reproduction> {
    const [walking, running] = performed();
    say('weak and strong pushes');
    const pushed = pushes([walking, running]);
    say('β in running');
    const beta = betas(running);
    const everywhere = betaConditions(await runs());
    say('balls from eight sides');
    const ball = balls([walking, running]);
    const long = minutesOfBalls([walking, running], say);
    say('pushed sideways, beside people');
    const people = await gaitPeople.run(optionsOf(TRIALS, say));
    say('hits on everybody who walks or runs');
    const hits = await gaitHits.run(optionsOf(HITS, say));
    return {
      page: 'reactive-locomotion.md',
      claims: [
        ...[pushed, beta, everywhere, ball].flatMap(({ claims }) => claims),
        ...peopleClaims(people.lines),
        ...hitClaims(hits.lines),
      ],
      sections: [
        { mark: 'komura04-hits', markdown: hits.markdown },
        { mark: 'komura04-pushes', markdown: pushed.markdown },
        { mark: 'komura04-beta', markdown: beta.markdown },
        { mark: 'komura04-beta-everywhere', markdown: everywhere.markdown },
        { mark: 'komura04-balls', markdown: ball.markdown },
        { mark: 'komura04-minutes', markdown: long },
        { mark: 'komura04-people', markdown: people.markdown },
      ],
      figures: [
        { name: 'komura04-pushes.svg', svg: pushed.svg },
        { name: 'komura04-beta.svg', svg: beta.svg },
        { name: 'komura04-balls.svg', svg: ball.svg },
      ],
    };
  },
};

const optionsOf = (count: number, say: (what: string) => void): ValidationOptions => ({
  method: 'reactive-locomotion',
  count,
  seed: 1,
  half: 'both',
  hits: false,
  bodies: 'known',
  ground: 'flat',
  fit: '',
  evaluations: 0,
  worst: 0,
  out: '',
  say,
});
