/** The experiments of Komura, Leung and Kuffner 2004 [Komura04], on whole bodies. */

import { betas } from './komura04-beta.ts';
import { sweepClaim } from './komura04-claims.ts';
import { performed, subjects } from './komura04-clips.ts';
import { balls, pushes } from './komura04-figures.ts';
import { jolts } from './komura04-jolts.ts';
import { minutesOfBalls } from './komura04-minutes.ts';
import { besidePeople } from './komura04-people.ts';
import { HITS, phaseTable, sweep, sweepTable } from './komura04-sweep.ts';
import type { Paper, Reproduction } from './paper.ts';

export const komura04: Paper = {
  id: 'komura04',
  async reproduce(say): Promise<Reproduction> {
    const [walking, running] = performed();
    say('weak and strong pushes');
    const pushed = pushes([walking, running]);
    say('β in running');
    const beta = betas(running);
    say('balls from eight sides');
    const ball = balls([walking, running]);
    say('pushed sideways, beside people');
    const people = besidePeople();
    const long = minutesOfBalls([walking, running], say);
    const sudden = jolts(say);
    const sweeps = [];
    for (const subject of await subjects()) {
      say(`${HITS} hits on the ${subject.name}`);
      sweeps.push(sweep(subject));
    }
    return {
      page: 'reactive-locomotion.md',
      claims: [
        ...[pushed, beta, ball, people].flatMap(({ claims }) => claims),
        ...sweeps.map(({ name, hits }) => sweepClaim(name, hits)),
      ],
      sections: [
        { mark: 'komura04-sweep', markdown: sweepTable(sweeps) },
        { mark: 'komura04-phases', markdown: phaseTable(sweeps) },
        { mark: 'komura04-pushes', markdown: pushed.markdown },
        { mark: 'komura04-beta', markdown: beta.markdown },
        { mark: 'komura04-balls', markdown: ball.markdown },
        { mark: 'komura04-minutes', markdown: long },
        { mark: 'komura04-jolts', markdown: sudden },
        { mark: 'komura04-people', markdown: people.cells },
        { mark: 'komura04-people-changes', markdown: people.changes },
      ],
      figures: [
        { name: 'komura04-pushes.svg', svg: pushed.svg },
        { name: 'komura04-beta.svg', svg: beta.svg },
        { name: 'komura04-balls.svg', svg: ball.svg },
        { name: 'komura04-people.svg', svg: people.svg },
      ],
    };
  },
};
