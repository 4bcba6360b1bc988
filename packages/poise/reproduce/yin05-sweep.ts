/** Pushes through the centre of mass, uniform in direction and in strength up to the envelope, at any moment of the idle. */
import { createRng, uniform } from '../src/math/random.ts';
import { alignedRadius } from '../src/methods/push-response/aligned-radius.ts';
import { startPushResponse } from '../src/methods/push-response/as-method.ts';
import type { ResponseLibrary } from '../src/methods/push-response/response.ts';
import { body, centralPush, idle } from '../test/methods/push-cases.ts';
import { check } from '../test/performer/checks.ts';
import { answer, largestJump, quantile } from './yin05-answers.ts';

const LONG = 8; // [s] that are looked at from the push on

export function sweep(library: ResponseLibrary, count: number): readonly string[][] {
  const rng = createRng(2005);
  const { entries, reach } = startPushResponse({ body, clip: idle }, { library }).searcher!;
  const rows = Array.from({ length: count }, () => {
    const time = Math.round(60 * uniform(rng, 0.3, 4)) / 60;
    const angle = uniform(rng, -Math.PI, Math.PI);
    const most = Math.max(...entries.map((e) => alignedRadius(e.strategy, e.radius, e.angle, angle, reach)));
    const push = centralPush(idle, time, uniform(rng, 3, most), angle);
    const result = answer(idle, [push], library, { seconds: time + LONG });
    const { clip: answered, recovered, events, report, fell } = result;
    const start = Math.round(time / idle.frameTime);
    const checks = check(body, answered);
    const end = Math.min(report.frameCount, Math.round(fell / idle.frameTime));
    const outside = report.margin.slice(start, end).filter((margin) => margin < -0.01).length;
    return {
      'balance point more than 1 cm outside the soles, push included [% of frames]': (100 * outside) / (end - start),
      'standing feet slide [mm]': fell < Infinity ? Number.NaN : 1000 * checks.drift, // those who fall slide
      'soles sink into the floor [mm]': fell < Infinity ? Number.NaN : Math.max(0, 1000 * checks.penetration),
      'fastest joint [rad/s]': checks.fastest,
      'a joint changes its speed between frames [rad/s]': largestJump(answered, fell),
      steps: events.filter(({ kind }) => kind === 'step').length,
      'recovered after [s]': (recovered[0] ?? Infinity) - time,
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
