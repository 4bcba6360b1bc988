/** Feet do not go through each other: one in the air passes beside the other. */
import { smoothstep } from '../../math/ease.ts';
import type { Stage } from './figure.ts';

const GAP = 0.11; // [m] between the balls sideways, while the feet are side by side
const BESIDE = [0.23, 0.36] as const; // [m] fore and aft: nearer they are, farther they are not
const SOFT = 0.012; // [m] over which a foot begins to give way
const START = 0.1; // [s] after it was lifted a foot gives way in full, …
const QUICKEST = 20; // [m/s²] … or later where it has far to go

/** Moves the balls of feet in the air, `ahead` [s] from now, aside. `yaw`: heading [rad]. */
export function keepApart(
  stage: Pick<Stage, 'balls'>,
  feet: readonly [{ stands: boolean; time: number }, { stands: boolean; time: number }],
  yaw: number,
  ahead: number,
): void {
  if (feet[0].stands && feet[1].stands) return;
  const { balls } = stage;
  const [leftX, leftZ] = [Math.cos(yaw), -Math.sin(yaw)];
  const [x, z] = [balls[0] - balls[3], balls[2] - balls[5]];
  const along = Math.abs(x * Math.sin(yaw) + z * Math.cos(yaw));
  const missing = GAP * (1 - smoothstep((along - BESIDE[0]) / (BESIDE[1] - BESIDE[0]))) - (x * leftX + z * leftZ);
  if (missing <= -SOFT) return;
  const aside = missing >= SOFT ? missing : (missing + SOFT) ** 2 / (4 * SOFT);
  for (const side of [0, 1] as const) {
    if (feet[side].stands) continue;
    const start = Math.max(START, Math.sqrt((6 * aside) / QUICKEST));
    const share = smoothstep((feet[side].time + ahead) / start) * (side === 0 ? 1 : -1);
    balls[3 * side] += share * aside * leftX;
    balls[3 * side + 2] += share * aside * leftZ;
  }
}
