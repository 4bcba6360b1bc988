/** The experiments of Yin, Pai and van de Panne 2005 [Yin05] on the built-in library, and what 500 pushes from all sides come to. */
import { builtInLibrary } from '../src/cli/library/built-in.ts';
import { type Claim, type Paper, type Reproduction, table } from './paper.ts';
import { figure4, figure5 } from './yin05-adapt.ts';
import { figure7, figure7Strategies, secondPushes } from './yin05-double.ts';
import { figure2, figure3, figure6 } from './yin05-library.ts';
import { minutesOfPushes } from './yin05-minutes.ts';
import { sweep } from './yin05-sweep.ts';

const PUSHES = 500;

type Say = (what: string) => void;

export const yin05: Paper = {
  id: 'yin05',
  async reproduce(say: Say): Promise<Reproduction> {
    const library = await builtInLibrary();
    say('figures 2 to 6');
    const parts = [figure2, figure3, figure4, figure5, figure6].map((figure) => figure(library));
    say('figure 7');
    const claims = [
      ...parts.flatMap((part) => part.claims),
      figure7Strategies(library),
      ...figure7(library),
      secondPushes(library),
    ];
    say(`${PUSHES} pushes from all sides`);
    return {
      page: 'push-response.md',
      figures: parts.flatMap((part) => part.figures),
      claims,
      sections: [
        { mark: 'yin05-sweep', markdown: table(['', 'median', '90th percentile', 'most'], sweep(library, PUSHES)) },
        { mark: 'yin05-experiments', markdown: claimTable(claims) },
        { mark: 'yin05-minutes', markdown: minutesOfPushes(library, say) },
      ],
    };
  },
};

const claimTable = (claims: readonly Claim[]): string =>
  table(
    ['figure', '[Yin05]', 'Poise', 'holds'],
    claims.map(({ id, paper, ours, holds }) => [
      id.split('/')[1]!.split('-')[0]!,
      paper,
      ours,
      holds ? 'yes' : '**no**',
    ]),
  );
