/** The experiments of Komura, Ho and Lau 2005 [Komura05], docs/methods/reactive-blend.md. */

import { builtInLibrary } from '../src/cli/library/built-in.ts';
import { reactToPushes } from '../src/methods/reactive-blend/as-method.ts';
import { footstepShift } from '../src/methods/reactive-blend/footstep-rule.ts';
import { generateGaitReactions } from '../src/methods/reactive-blend/gait-reactions.ts';
import { momentumShare } from '../src/methods/reactive-blend/momentum-profile.ts';
import { SIGNATURE } from '../src/methods/reactive-blend/pose-signature.ts';
import { jointCount } from '../src/motion/skeleton.ts';
import { motionNamed } from '../src/performer/index.ts';
import { perform } from '../src/performer/motion.ts';
import { body, growing, joint, nq, places, repeated, type Shown, stillClip } from './komura05-standing.ts';
import { type Paper, type Reproduction, table } from './paper.ts';

/** Tables 1 and 2: what a search has to look at. Times are measured by the bench. */
function searching(): Shown {
  const all = jointCount(body.skeleton);
  const perFrame = 3 + 4 * all + 3 * all; // root, rotations and rates, eq. 1
  const rows = [10, 40, 70].map((motions) => [
    motions,
    30 * motions,
    30 * motions * perFrame,
    30 * motions * SIGNATURE,
  ]);
  const claims = [
    {
      id: 'komura05/tables-1-2',
      paper: 'eq. 6 searches 70 motions in real time, 30 times as fast as comparing all joints',
      ours: `${SIGNATURE} numbers per frame against ${perFrame}, once per frame; times: npm run bench -- reactions/search`,
      holds: perFrame > 10 * SIGNATURE,
    },
  ];
  return { markdown: table(['motions', 'frames', 'numbers compared, eq. 1', 'eq. 6'], rows), claims };
}

/** Figure 6: hits while walking and running. */
function travelling(say: (what: string) => void): Shown {
  const rows = (['walk', 'run'] as const).flatMap((id) => {
    const clip = perform(motionNamed(id), { values: { strides: 9 } });
    say(`${id}: reactions by reactive locomotion`);
    const gaits = generateGaitReactions(body, clip);
    return (
      [
        ['from behind', [0, 0, 30]],
        ['from the front', [0, 0, -30]],
        ['from the right', [30, 0, 0]],
        ['from the left', [-30, 0, 0]],
      ] as const
    ).map(([name, impulse]) => {
      say(`${id}, ${name}`);
      const {
        clip: made,
        outcome,
        events,
      } = reactToPushes({ body, clip, pushes: [{ time: 1, impulse, segment: joint('chest') }] }, { gaits });
      const last = (made.frameCount - 1) * nq;
      const own = (clip.frameCount - 1) * nq;
      const moved = [0, 2].map((c) => (made.q[last + c]! - clip.q[Math.min(own, last) + c]!).toFixed(2));
      const recovered = events.find((event) => event.kind === 'recovered');
      const chosen = events.find((event) => event.kind === 'strategy');
      const reaction = chosen?.kind === 'strategy' ? chosen.reason.replace(/ from .*/, '') : '–';
      return [
        id,
        name,
        reaction,
        outcome.status,
        `${moved[0]}, ${moved[1]}`,
        recovered ? (recovered.time - 1).toFixed(2) : '–',
      ];
    });
  });
  const claims = rows.map(([id, name, reaction, status, moved, back]) => ({
    id: `komura05/6-${id}-${name!.replaceAll(' ', '-')}`,
    paper: 'is moved, and goes on',
    ours: `${status}; ${reaction}, moved ${moved} m`,
    holds: status === 'reacted' && back !== '–',
  }));
  const markdown = table(
    [
      '30 N·s on the chest',
      'direction',
      'reaction: gait-direction-N·s',
      'status',
      'moved left, forward [m]',
      'back in the clip after [s]',
    ],
    rows,
  );
  return { markdown, claims };
}

function rules(): string {
  const support = { rate: 3.2, duration: 0.4, behind: 0.15, speed: 0.8, exit: 0.1 };
  const rows = [0.1, 0.2, 0.3].map((change) => [
    change,
    ...(['exact', 'place', 'paper'] as const).map((rule) => footstepShift(rule, change, support).toFixed(3)),
  ]);
  const net = Array.from({ length: 11000 }, (_, k) => momentumShare((k + 0.5) * 1e-4, 0.4, 0.7) * 1e-4).reduce(
    (a, b) => a + b,
    0,
  );
  return `${table(['to brake more [m/s]', 'exact in time [m]', 'exact in place [m]', 'paper [m]'], rows)}

Net angular momentum added over both phases, for 1 kg·m²/s, 0.4 s and 0.7 s: ${Math.abs(net) < 1e-6 ? '0' : net.toExponential(1)} (as printed: 0.165).`;
}

export const komura05: Paper = {
  id: 'komura05',
  async reproduce(say): Promise<Reproduction> {
    const clip = stillClip();
    say('library');
    const library = await builtInLibrary();
    say('standing');
    const parts = {
      growing: growing(clip, library),
      places: places(clip, library),
      repeated: repeated(stillClip(720), library),
      searching: searching(),
      travelling: travelling(say),
    };
    return {
      page: 'reactive-blend.md',
      claims: Object.values(parts).flatMap(({ claims }) => claims),
      sections: [
        ...Object.entries(parts).map(([mark, { markdown }]) => ({ mark, markdown })),
        { mark: 'rules', markdown: rules() },
      ],
      figures: [],
    };
  },
};
