/** Where the weight of a stride is carried: from heel to ball under each foot, handed over while both stand. */
import { ease } from '../../math/ease.ts';
import type { Gait } from './gait.ts';
import { printOf, type Variation } from './variation.ts';

const FLAT = 0.2; // of the stance of a run: the foot is down
const HEEL_UP = 0.55; // of the stance: the heel begins to rise …
const ON_TOES = 0.82; // … and only the toes carry

/** Share of the way from heel to ball that is done at a share u of the stance: quick over the heel, slow over the middle. */
const onWay = (u: number): number => u + 0.09 * Math.sin(Math.PI * u) + 0.05 * Math.sin(2 * Math.PI * u);

/** A foot that lands on its heel carries there until it is flat. */
const fromLanding = (landing: number, way: number, u: number): number => landing + ease(u / FLAT) * (way - landing);

const cosineStep = (u: number): number => (1 - Math.cos(Math.PI * Math.min(1, Math.max(0, u)))) / 2;

/** Share of the weight that a foot carries at its own phase. */
function carried({ carries: [from, to] }: Gait, p: number): number {
  if (p < from || p > to) return 0;
  const both = to - 0.5 - from; // both feet carry for so long, twice per stride
  if (both <= 0) return 1;
  return cosineStep((p - from) / both) * (1 - cosineStep((p - to + both) / both));
}

/** The centre of pressure [m] in the world at a phase; undefined in flight. Left prints lie at printAhead + n strides; `ahead` [m]: the
 *  whole way is shifted forward by. */
export function plannedCop(
  gait: Gait,
  vary: Variation,
  phase: number,
  ahead: number,
): readonly [x: number, z: number] | undefined {
  const [from, to] = gait.carries;
  let [x, z, weight] = [0, 0, 0];
  for (const k of [0, 1] as const) {
    const own = phase + 0.5 * k;
    // A foot that has just landed counts from then on, slightly after the whole phase.
    const stride = Math.floor(own - from);
    const p = own - stride;
    const share = carried(gait, p);
    if (share === 0) continue;
    const u = (p - from) / (to - from);
    const whole = ahead + gait.cop.heel + onWay(u) * (gait.cop.toe - gait.cop.heel);
    const way = gait.cop.landing === undefined ? whole : fromLanding(gait.cop.landing, whole, u);
    // Once the heel is up, the toes carry, wherever the body would like it.
    const along = way + ease((u - HEEL_UP) / (ON_TOES - HEEL_UP)) * (gait.cop.toes - way);
    const print = printOf(vary, k, stride);
    const yaw = gait.toeOut + print.yaw;
    const outward = gait.width / 2 + print.aside + along * Math.sin(yaw) - gait.cop.inward;
    x += share * (k === 0 ? outward : -outward);
    z += share * (gait.printAhead + (stride - 0.5 * k) * gait.stride + print.ahead + along * Math.cos(yaw));
    weight += share;
  }
  return weight > 0 ? [x / weight, z / weight] : undefined;
}
