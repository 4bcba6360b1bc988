/** [Yin05] figures 4 and 5: weaker and turned pushes give weaker and turned answers of the same kind. */
import { wrapAngle } from '../src/math/angle.ts';
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
  readonly angle: number; // [rad] of the largest angular momentum while both feet stand
}

function loopOf({ report }: Judged, label: string): Loop {
  const [x, z] = [0, 2].map((c) => report.time.map((_, f) => report.angularMomentum[3 * f + c]!)) as [
    Float64Array,
    Float64Array,
  ];
  const size = x.slice(0, Math.round(FIRST * 60)).map((value, f) => Math.hypot(value, z[f]!));
  const most = size.indexOf(Math.max(...size));
  return { label, x, z, angle: Math.atan2(x[most]!, z[most]!) };
}

const FIRST = 0.3; // [s] no foot has lifted yet
const TURNED = 8 * DEGREE; // tolerance: the paper shows loops, no numbers

function turnedLoops(library: ResponseLibrary, response: Response, turns: readonly number[], alpha: number) {
  const loops = turns.map((degrees) =>
    loopOf(played(response, library, alpha, degrees * DEGREE), `${response.name} turned by ${degrees}°`),
  );
  const found = loops.map(({ angle }) => wrapAngle(angle - loops[0]!.angle) / DEGREE);
  const ours = turns.map((degrees, k) => `${degrees}°: ${found[k]!.toFixed(0)}°`).slice(1);
  const holds = turns.every((degrees, k) => Math.abs(found[k]! - degrees) < TURNED / DEGREE);
  return { loops, ours: `${response.name}, push turned by ${ours.join(', by ')}; in the first ${FIRST} s`, holds };
}

export function figure5(library: ResponseLibrary): Part {
  const inPlace = turnedLoops(library, strongest(library, 'hip', 45), [0, -20, -40], 0.7);
  const step = turnedLoops(
    library,
    library.responses.find(({ name }) => name.startsWith('step1-0-42'))!,
    [0, 10, 20],
    1,
  );
  return {
    figures: [
      { name: 'yin05-5a.svg', svg: loopFigure('Figure 5: angular momentum, in place', inPlace.loops) },
      { name: 'yin05-5b.svg', svg: loopFigure('Figure 5: angular momentum, stepping', step.loops) },
    ],
    claims: [
      {
        id: 'yin05/5-in-place',
        paper: 'in place: angular momentum turns with the push',
        ours: inPlace.ours,
        holds: inPlace.holds,
      },
      {
        id: 'yin05/5-step',
        paper: 'stepping: angular momentum turns with the push',
        ours: step.ours,
        holds: step.holds,
      },
    ],
  };
}
