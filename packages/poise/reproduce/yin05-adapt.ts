/** [Yin05] figures 4 and 5: weaker and turned pushes give weaker and turned answers of the same kind. */
import type { Response, ResponseLibrary } from '../src/methods/push-response/response.ts';
import type { Claim } from './paper.ts';
import { type Judged, momentumCurve, played } from './yin05-answers.ts';
import { curvesFigure, loopFigure } from './yin05-figures.ts';
import { type Part, strongest } from './yin05-library.ts';

const DEGREE = Math.PI / 180;

/** Correlation of two curves over the frames that both have. */
function likeness(a: Float64Array, b: Float64Array): number {
  const n = Math.min(a.length, b.length);
  const sum = (f: (k: number) => number): number =>
    Array.from({ length: n }, (_, k) => f(k)).reduce((s, v) => s + v, 0);
  return sum((k) => a[k]! * b[k]!) / Math.sqrt(sum((k) => a[k]! ** 2) * sum((k) => b[k]! ** 2));
}

export function figure4(library: ResponseLibrary): Part {
  const response = strongest(library, 'hip', 0);
  const curves = [1, 0.7, 0.5].map((alpha) => ({
    alpha,
    ...momentumCurve(played(response, library, alpha).report, 2, `α = ${alpha}`),
  }));
  const [whole, ...scaled] = curves;
  const peak = (values: Float64Array): number => Math.max(...values);
  const claims = scaled.map(({ alpha, values }): Claim => {
    const ratio = peak(values) / peak(whole!.values);
    const same = likeness(values, whole!.values);
    return {
      id: `yin05/4-scaled-${alpha}`,
      paper: `scaled to α = ${alpha}, momentum has the same course, ${alpha} times as high`,
      ours: `${response.name}: peak ${ratio.toFixed(3)} of the whole, courses correlate by ${same.toFixed(2)}`,
      holds: Math.abs(ratio - alpha) < 0.04 && same > 0.9,
    };
  });
  return {
    claims,
    figures: [{ name: 'yin05-4.svg', svg: curvesFigure(`Figure 4: ${response.name} scaled`, curves) }],
  };
}

interface Loop {
  readonly label: string;
  readonly x: Float64Array;
  readonly z: Float64Array;
}

const loopOf = ({ report }: Judged, label: string): Loop => ({
  label,
  x: report.time.map((_, f) => report.angularMomentum[3 * f]!),
  z: report.time.map((_, f) => report.angularMomentum[3 * f + 2]!),
});

const LOOP = 1; // [s] push, answer and, if there is one, the step
const TURNED = 8 * DEGREE; // tolerance: the paper shows loops, no numbers
const ALIKE = 0.85; // correlation of a turned loop with the loop itself

/** The turn [rad] that lays loop `a` best on loop `b`, and how alike they are then (1: the same but for size). */
function turnBetween(a: Loop, b: Loop): { readonly angle: number; readonly alike: number } {
  let [along, across, ownA, ownB] = [0, 0, 0, 0];
  for (let f = 0; f < Math.min(Math.round(60 * LOOP), a.x.length, b.x.length); f++) {
    const [ax, az, bx, bz] = [a.x[f]!, a.z[f]!, b.x[f]!, b.z[f]!];
    along += ax * bx + az * bz;
    across += az * bx - ax * bz;
    ownA += ax * ax + az * az;
    ownB += bx * bx + bz * bz;
  }
  return { angle: Math.atan2(across, along), alike: Math.hypot(along, across) / Math.sqrt(ownA * ownB) };
}

function turnedLoops(library: ResponseLibrary, response: Response, turns: readonly number[], alpha: number) {
  const loops = turns.map((degrees) =>
    loopOf(played(response, library, alpha, degrees * DEGREE), `${response.name} turned by ${degrees}°`),
  );
  const found = loops.map((loop) => turnBetween(loops[0]!, loop));
  const told = turns.slice(1).map((degrees, k) => {
    const { angle, alike } = found[k + 1]!;
    return `${degrees}°: ${(angle / DEGREE).toFixed(0)}° (alike by ${alike.toFixed(2)})`;
  });
  const holds = turns.every((degrees, k) => {
    const { angle, alike } = found[k]!;
    return Math.abs(angle - degrees * DEGREE) < TURNED && alike > ALIKE;
  });
  return { loops, ours: `${response.name}, push turned by ${told.join(', by ')}`, holds };
}

const startingWith = (library: ResponseLibrary, start: string): Response =>
  library.responses.find(({ name }) => name.startsWith(start))!;

export function figure5(library: ResponseLibrary): Part {
  const inPlace = turnedLoops(library, strongest(library, 'hip', 45), [0, -20, -40], 0.7);
  const [ahead, aside] = ['step1-0-42', 'step1-90-28'].map((start) =>
    turnedLoops(library, startingWith(library, start), [0, 10, 20], 1),
  );
  return {
    figures: [
      { name: 'yin05-5a.svg', svg: loopFigure('Figure 5: angular momentum, in place', inPlace.loops) },
      { name: 'yin05-5b.svg', svg: loopFigure('Figure 5: angular momentum, stepping', ahead!.loops) },
    ],
    claims: [
      {
        id: 'yin05/5-in-place',
        paper: 'in place: the loop of angular momentum turns with the push',
        ours: inPlace.ours,
        holds: inPlace.holds,
      },
      {
        id: 'yin05/5-step',
        paper: 'stepping: the loop of angular momentum turns with the push',
        ours: `${ahead!.ours}; ${aside!.ours}; over the first ${LOOP} s`,
        holds: ahead!.holds && aside!.holds,
      },
    ],
  };
}
