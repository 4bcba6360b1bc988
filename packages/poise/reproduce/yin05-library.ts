/** [Yin05] figures 2, 3 and 6 on the built-in library: what a response is, what the library covers, what ⪰ allows. */
import { alignedRadius, offSagittal } from '../src/methods/push-response/aligned-radius.ts';
import { startPushResponse } from '../src/methods/push-response/as-method.ts';
import { polarPad } from '../src/methods/push-response/polar-pad.ts';
import { indexImpulse, type Response, type ResponseLibrary } from '../src/methods/push-response/response.ts';
import { body, centralPush, idle, judged, stillOf } from '../test/methods/push-cases.ts';
import type { Claim, Figure } from './paper.ts';
import { momentumCurve } from './yin05-answers.ts';
import { curvesFigure, polarFigure } from './yin05-figures.ts';

const DEGREE = Math.PI / 180;

export interface Part {
  readonly figures: readonly Figure[];
  readonly claims: readonly Claim[];
}

/** The strongest response of a strategy towards an angle. */
export function strongest(library: ResponseLibrary, strategy: Response['strategy'], degrees: number): Response {
  const found = library.responses
    .filter(
      (response) => response.strategy === strategy && Math.abs(indexImpulse(response).angle - degrees * DEGREE) < 0.01,
    )
    .sort((a, b) => indexImpulse(b).radius - indexImpulse(a).radius);
  return found[0]!;
}

const QUIET = 1.5; // [N·s]

/** Momentum of an arm response: a peak, ripples of the turning arms, rest. */
export function figure2(library: ResponseLibrary): Part {
  const arms = strongest(library, 'arm', 0);
  const report = judged(arms.clip);
  const [x, z] = [momentumCurve(report, 0, 'x'), momentumCurve(report, 2, 'z')];
  const size = report.time.map((_, f) => Math.hypot(x.values[f]!, z.values[f]!));
  const peak = size.indexOf(Math.max(...size));
  const loud = size.findLastIndex((value) => value > QUIET);
  const quiet = report.time[loud]! - report.time[peak]!;
  // ripples: times that the momentum turns round after its peak
  let turns = 0;
  for (let f = peak + 2; f < loud; f++) {
    const [before, after] = [z.values[f - 1]! - z.values[f - 2]!, z.values[f]! - z.values[f - 1]!];
    if (before <= 0 && after > 0) turns++;
  }
  return {
    figures: [{ name: 'yin05-2.svg', svg: curvesFigure(`Figure 2: momentum of ${arms.name}`, [x, z]) }],
    claims: [
      {
        id: 'yin05/2-arm-response',
        paper: 'momentum of an arm response has one main peak, ripples while the arms turn, and comes to rest',
        ours: `${arms.name}: peak ${size[peak]!.toFixed(0)} N·s, ${turns} ripples, below ${QUIET} N·s from ${quiet.toFixed(1)} s after the peak on`,
        holds: turns >= 1 && quiet < 3,
      },
    ],
  };
}

/** The library as a polar plot: hip inside, arm around it, step outside. */
export function figure3(library: ResponseLibrary): Part {
  const pad = polarPad(startPushResponse({ body, clip: idle }, { library }));
  const [hip, arm, step] = pad.envelopes.map(({ radii }) => radii);
  const mean = (radii: Float64Array): number => radii.reduce((sum, r) => sum + r, 0) / radii.length;
  const nested = hip!.filter((r, k) => r <= arm![k]! && arm![k]! <= step![k]!).length / hip!.length;
  const means = [hip!, arm!, step!].map(mean);
  return {
    figures: [{ name: 'yin05-3.svg', svg: polarFigure('Figure 3: the library', pad) }],
    claims: [
      {
        id: 'yin05/3-polar-plot',
        paper: 'hip responses lie nearest the centre, arm responses around them, steps outside',
        ours: `up to ${means.map((value) => value.toFixed(0)).join(', ')} N·s on the average of all directions; in this order in ${(100 * nested).toFixed(0)} % of them`,
        holds: means[0]! < means[1]! && means[1]! < means[2]! && nested > 0.9,
      },
    ],
  };
}

/** Inside the chord between a response and its mirror image it can be used; outside it cannot. */
export function figure6(library: ResponseLibrary): Part {
  const response = strongest(library, 'hip', 45);
  const { radius, angle } = indexImpulse(response);
  const only = { ...library, responses: [response] };
  const still = stillOf(response);
  let right = 0;
  let asked = 0;
  for (const to of [0, 15, 30, 45].map((degrees) => degrees * DEGREE)) {
    for (const share of [0.8, 0.98, 1.02, 1.2]) {
      const chord = (radius * Math.cos(offSagittal(angle))) / Math.cos(offSagittal(to));
      const responder = startPushResponse({ body, clip: still }, { library: only, allowed: ['hip'] });
      const entry = responder.searcher!.entries[0]!;
      const rho = alignedRadius('hip', entry.radius, entry.angle, to, responder.searcher!.reach);
      const { time: _, ...push } = centralPush(still, 0, share * chord, to);
      responder.push(push);
      responder.step(1 / 60);
      const { status } = responder.answer!.selection;
      asked++;
      if ((status === 'found') === share <= 1 && Math.abs(rho / chord - 1) < 1e-6) right++;
    }
  }
  return {
    figures: [],
    claims: [
      {
        id: 'yin05/6-chord',
        paper: 'a response in place serves pushes inside the chord to its mirror image, and none outside',
        ours: `${right} of ${asked} pushes at 0.8 to 1.2 of the chord, 0° to 45°, are judged so`,
        holds: right === asked,
      },
    ],
  };
}
