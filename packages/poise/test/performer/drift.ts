/** Do feet that stand stand still? */
import { traceClip } from '../../src/balance/trace.ts';
import type { Body } from '../../src/body/body.ts';
import type { Clip } from '../../src/motion/clip.ts';

const ON_GROUND = 0.0005; // [m]

/** How far heel and toes move while they lie on the ground; the frames of touching down and lifting are left out. The ball rolls:
 *  it turns about the toe joint, which is 2 cm above it. */
export function footDrift(body: Body, clip: Clip): number {
  const trace = traceClip(body, clip, { inertia: 'full' });
  let worst = 0;
  trace.soles.forEach((points, side) => {
    const count = body.soles[side].segments.length;
    const at = (frame: number, point: number): number => 3 * (frame * count + point);
    const down = (frame: number, point: number): boolean => Math.abs(points[at(frame, point) + 1]) < ON_GROUND;
    for (let point = 0; point < count; point++) {
      if (body.soles[side].parts[point] === 'ball') continue;
      let start = -1;
      for (let frame = 2; frame < clip.frameCount - 2; frame++) {
        const still = [-2, -1, 0, 1, 2].every((d) => down(frame + d, point));
        if (!still) start = -1;
        else if (start < 0) start = frame;
        if (start < 0) continue;
        const [a, b] = [at(start, point), at(frame, point)];
        worst = Math.max(worst, Math.hypot(points[b] - points[a], points[b + 2] - points[a + 2]));
      }
    }
  });
  return worst;
}
