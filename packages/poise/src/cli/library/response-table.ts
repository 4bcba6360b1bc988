/** Responses as rows for people and for programs. */
import { indexImpulse, type Response } from '../../methods/push-response/response.ts';
import { fixed, table } from '../text.ts';

const DEGREE = Math.PI / 180;

export const responseRow = (response: Response) => {
  const { radius, angle } = indexImpulse(response);
  const { attributes, clip, provenance } = response;
  return {
    name: response.name,
    strategy: response.strategy,
    ...attributes,
    impulse: radius, // [N·s]
    direction: angle / DEGREE, // [deg] 0 forward, 90 left
    known: response.truth !== undefined,
    estimates: response.estimates,
    duration: (clip.frameCount - 1) * clip.frameTime, // [s]
    source: provenance.source,
    frames: provenance.frames,
    note: provenance.note,
  };
};

type Row = ReturnType<typeof responseRow>;

export function responseTable(rows: readonly Row[]): string {
  const head = ['response', 'strategy', 'N·s', 'direction', 'seconds', 'what'];
  return table([head, ...rows.map((row) => [row.name, row.strategy, ...figures(row), describe(row)])]);
}

const figures = ({ impulse, direction, duration }: Row): string[] => [
  fixed(impulse, 1),
  `${fixed(direction, 0)}°`,
  fixed(duration, 1),
];

function describe({ steps, firstFoot, crossOver, armTurns, ankle, known }: Row): string {
  const words = [
    steps > 0 ? `${steps} ${steps === 1 ? 'step' : 'steps'}, ${firstFoot} first` : ankle ? 'ankles' : '',
    crossOver ? 'crosses over' : '',
    armTurns > 0 ? `arms round ${armTurns} times` : '',
    known ? '' : 'impulse estimated',
  ];
  return words.filter((word) => word !== '').join(', ');
}
