/** Toes of captures often hang into the floor: their joints are guessed, or carried along unseen. */
import type { Body, Sole } from '../body/body.ts';
import { multiplyQuat, quatBetween, rotate3 } from '../math/quat.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { coordinateCount, quatIndex } from '../motion/skeleton.ts';
import { normalOf, pointsOf } from './soles.ts';

/** Toes that hang lower than the sole by more than this are laid flat [rad]. */
const HANGS = 0.05;

/** The clip with toes that lie flat where they would bend down below the sole of their foot. */
export function withRaisedToes(body: Body, clip: Clip): Clip {
  const bending = body.soles.filter(({ foot, toes }) => foot !== toes);
  if (bending.length === 0) return clip;
  const nq = coordinateCount(body.skeleton);
  const q = clip.q.slice();
  for (const sole of bending) {
    const raise = toeRaiser(sole);
    for (let frame = 0; frame < clip.frameCount; frame++) raise(q, frame * nq + quatIndex(sole.toes));
  }
  return withCoordinates(clip, q);
}

/** Changes the toes' rotation at q[o …] where they hang. */
function toeRaiser(sole: Sole): (q: Float64Array, o: number) => void {
  const heelAndBall = pointsOf(sole, ({ part }) => part !== 'toe');
  const toes = pointsOf(sole, ({ part }) => part === 'toe');
  const up = Float64Array.from(normalOf(heelAndBall, [0, 0, 0]));
  const toeUp = Float64Array.from(normalOf(toes, [0, 0, 0]));
  const [heel, ball] = (['heel', 'ball'] as const).map((name) => pointsOf(sole, ({ part }) => part === name)[0]);
  const forward = [0, 1, 2].map((k) => ball[k] - heel[k]);
  const length = Math.hypot(...forward);
  const n = new Float64Array(3);
  const turn = new Float64Array(4);
  return (q, o) => {
    rotate3(n, 0, q, o, toeUp, 0);
    // the normal of toes that hang leans forward
    const lean = (n[0] * forward[0] + n[1] * forward[1] + n[2] * forward[2]) / length;
    if (lean < Math.sin(HANGS)) return;
    quatBetween(turn, 0, n, 0, up, 0);
    multiplyQuat(q, o, turn, 0, q, o);
  };
}
