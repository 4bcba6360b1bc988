/** Pushes through the centre of mass, uniform in direction and in strength up to the envelope, at any moment of the idle. */
import { createRng, uniform } from '../src/math/random.ts';
import { alignedRadius } from '../src/methods/push-response/aligned-radius.ts';
import { startPushResponse } from '../src/methods/push-response/as-method.ts';
import type { ResponseLibrary } from '../src/methods/push-response/response.ts';
import { createClip } from '../src/motion/clip.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import { body, centralPush, idle } from '../test/methods/push-cases.ts';
import { check } from '../test/performer/checks.ts';
import { answer, largestJump, quantile } from './yin05-answers.ts';

const nq = coordinateCount(body.skeleton);

export function sweep(library: ResponseLibrary, count: number): readonly string[][] {
  const rng = createRng(2005);
  const { entries, reach } = startPushResponse({ body, clip: idle }, { library }).searcher!;
  const rows = Array.from({ length: count }, () => {
    const time = Math.round(60 * uniform(rng, 0.3, 8)) / 60;
    const angle = uniform(rng, -Math.PI, Math.PI);
    const most = Math.max(...entries.map((e) => alignedRadius(e.strategy, e.radius, e.angle, angle, reach)));
    const start = Math.round(time / idle.frameTime) - 18;
    const clip = createClip({ ...idle, q: idle.q.slice(start * nq, (start + 60) * nq) });
    const {
      clip: answered,
      recovered,
      events,
      report,
      fell,
    } = answer(clip, [centralPush(clip, 0.3, uniform(rng, 3, most), angle)], library);
    const checks = check(body, answered);
    const end = Math.min(report.frameCount, Math.round(fell / idle.frameTime));
    const outside = report.margin.slice(0, end).filter((margin) => margin < -0.01).length;
    return {
      'balance point more than 1 cm outside the soles, push included [% of frames]': (100 * outside) / end,
      'standing feet slide [mm]': 1000 * checks.drift,
      'soles sink into the floor [mm]': Math.max(0, 1000 * checks.penetration),
      'fastest joint [rad/s]': checks.fastest,
      'a joint changes its speed between frames [rad/s]': largestJump(answered, fell),
      steps: events.filter(({ kind }) => kind === 'step').length,
      'recovered after [s]': (recovered[0] ?? Infinity) - 0.3,
      falls: fell < Infinity ? 1 : 0,
    };
  });
  const keys = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[];
  return keys.map((key) => {
    const values = rows.map((row) => row[key]);
    if (key === 'falls') return [`falls, of ${count}`, String(values.reduce((sum, one) => sum + one, 0)), '', ''];
    const known = values.filter(Number.isFinite);
    return [key, ...[0.5, 0.9, 1].map((share) => quantile(known, share).toFixed(2))];
  });
}
