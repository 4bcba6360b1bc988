/** The momentum controller: its inner problems against the general solver, then people who must not fall, and who must. */
import { describe, expect, it } from 'vitest';
import { createRng, normal } from '../../src/math/random.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import { ConeForce } from '../../src/optim/cone-force.ts';
import { createQp } from '../../src/optim/qp.ts';
import { createQpScratch, solveQp } from '../../src/optim/solve-qp.ts';
import { LinkMotion } from '../../src/sim/controller/link-motion.ts';
import { GAINS, poseSequence, sagittalPose, TIGHT_GAINS } from '../../src/sim/index.ts';
import { body, chestPush, DEGREE, KNEES_BENT, naturalStance, stand, standingTrial, withScene } from './support.ts';

describe('the ground force', () => {
  it('is what the general solver finds, whichever corners push', () => {
    const rng = createRng(5);
    const [size, corners] = [6, 40];
    const problem = new ConeForce(size, corners, 2e-6);
    for (let trial = 0; trial < 20; trial++) {
      const epsilon = 2e-6;
      problem.count = corners;
      const qp = createQp(corners, 0, corners);
      qp.inequalities = corners;
      for (let i = 0; i < problem.W.length; i++) problem.W[i] = i % size === 1 ? 1 : 0.5 * normal(rng);
      const root = Float64Array.from({ length: size * size }, () => normal(rng));
      const goal = Float64Array.from({ length: size }, () => 300 * normal(rng));
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < size; j++) {
          let sum = i === j ? 1e-4 : 0;
          for (let k = 0; k < size; k++) sum += 1e-4 * root[i * size + k] * root[j * size + k];
          problem.H[i * size + j] = sum;
        }
      }
      for (let i = 0; i < size; i++) {
        problem.g[i] = 0;
        for (let j = 0; j < size; j++) problem.g[i] -= problem.H[i * size + j] * goal[j];
      }
      for (let a = 0; a < corners; a++) {
        qp.G[a * corners + a] = -1;
        for (let i = 0; i < size; i++) qp.c[a] += problem.W[a * size + i] * problem.g[i];
        for (let b = 0; b < corners; b++) {
          let sum = a === b ? epsilon : 0;
          for (let i = 0; i < size; i++) {
            for (let j = 0; j < size; j++) {
              sum += problem.W[a * size + i] * problem.H[i * size + j] * problem.W[b * size + j];
            }
          }
          qp.H[a * corners + b] = sum;
        }
      }
      expect(problem.solve(false)).toBe(true);
      const { status, x } = solveQp(qp, createQpScratch(qp));
      expect(status).toBe('solved');
      for (let a = 0; a < corners; a++) {
        expect(problem.force[a]).toBeGreaterThanOrEqual(0);
        expect(problem.force[a]).toBeCloseTo(x[a], 2);
      }
    }
  });
});

describe.each([
  ['in space', false],
  ['in the plane', true],
])('Jacobians of the links %s', (_, planar) => {
  it('give velocities, and biases their rates', () => {
    const rng = createRng(11);
    const velocity = Float64Array.from({ length: freedomCount(body.skeleton) }, () => normal(rng));
    const pose = stand.map((x, i) => (i === 1 ? x + 2 : x));
    withScene({ pose, velocity, planar }, (scene) => {
      const { links, engine } = scene;
      const motion = new LinkMotion(links, engine);
      const { start, length, path, lastOf } = motion.freedoms;
      const link = links.soles[0].link;
      const end = lastOf[link];
      const n = length[end];
      const point = Float64Array.of(0.03, -0.05, 0.12);
      const at = new Float64Array(9);
      motion.update();
      motion.readPoint(at, link, point);
      const rows = planar ? 3 : 6;
      const E = new Float64Array(rows * n).fill(7); // every entry along the path is written
      motion.writeRows(E, 0, (rows - (planar ? 1 : 3)) * n, n, link, at);
      const { qvel } = engine.views;
      const moved = (row: number): number => {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += E[row * n + i] * qvel[path[start[end] + i]];
        return sum;
      };
      const axes = planar ? [1, 2] : [0, 1, 2];
      axes.forEach((axis, row) => {
        expect(moved(row)).toBeCloseTo(at[3 + axis], 9);
      });
      for (let k = 0; k < (planar ? 1 : 3); k++)
        expect(moved(axes.length + k)).toBeCloseTo(motion.spin[3 * link + k], 9);
      // a short time on without joint accelerations: the velocity changes by the bias
      const before = [...at.subarray(3, 9), ...motion.spin.subarray(3 * link, 3 * link + 3)];
      const bias = motion.spinBias.slice(3 * link, 3 * link + 3);
      const dt = 1e-6;
      const { qpos } = engine.views;
      if (planar) for (let i = 0; i < links.freedoms; i++) qpos[i] += dt * qvel[i];
      else turnAll(qpos, qvel, links.count, dt);
      engine.beginStep();
      motion.update();
      motion.readPoint(at, link, point);
      for (let k = 0; k < 3; k++) {
        expect((at[3 + k] - before[k]) / dt).toBeCloseTo(before[3 + k], 3);
        expect((motion.spin[3 * link + k] - before[6 + k]) / dt).toBeCloseTo(bias[k], 3);
      }
    });
  });
});

/** qpos moved along qvel: root position, then quaternions w x y z. */
function turnAll(qpos: Float64Array, qvel: Float64Array, links: number, dt: number): void {
  for (let k = 0; k < 3; k++) qpos[k] += dt * qvel[k];
  for (let link = 0; link < links; link++) {
    const o = 3 + 4 * link;
    const [w, x, y, z] = qpos.subarray(o, o + 4);
    const [a, b, c] = [0, 1, 2].map((k) => (dt / 2) * qvel[3 + 3 * link + k]);
    const turned = [
      w - x * a - y * b - z * c,
      x + w * a + y * c - z * b,
      y + w * b + z * a - x * c,
      z + w * c + x * b - y * a,
    ];
    const length = Math.hypot(...turned);
    for (let k = 0; k < 4; k++) qpos[o + k] = turned[k] / length;
  }
}

const push = (planar: boolean, impulse: readonly [number, number, number], mode: 'qp' | 'paper' = 'qp') =>
  standingTrial({ scene: { planar, forces: [chestPush(impulse)] }, control: { mode }, seconds: 4 });

describe('pushed on the chest without a step', () => {
  it.each([
    ['forward', 31],
    ['backward', -32],
  ])('in the plane, %s %d N·s: stands', (_, size) => {
    expect(push(true, [0, 0, size])).toMatchObject({ stands: true });
  });

  it.each([
    ['forward', [0, 0, 28]],
    ['backward', [0, 0, -28]],
    ['to the side', [40, 0, 0]],
  ] as const)('in space, %s %j N·s: stands', (_, impulse) => {
    const scene = { pose: naturalStance(), forces: [chestPush(impulse)] };
    expect(standingTrial({ scene, seconds: 4 })).toMatchObject({ stands: true });
  });

  it('falls when pushed twice as hard, and the judge says so', () => {
    expect(push(true, [0, 0, 62])).toMatchObject({ stands: false });
    expect(push(true, [0, 0, 62]).fellAt).toBeGreaterThan(0.6);
  });

  it('equality only takes less', () => {
    expect(push(true, [0, 0, 10], 'paper')).toMatchObject({ stands: true });
    expect(push(true, [0, 0, 24], 'paper')).toMatchObject({ stands: false });
  });
});

describe('moves by itself', () => {
  const bent = sagittalPose(body, { ...KNEES_BENT, hip: 56 * DEGREE, waist: 55 * DEGREE });
  const bend = (duration: number) => poseSequence(body, stand, [{ time: 0.3, duration, pose: bent }]);

  it.each([1, 0.4, 0.15])('bends down in %d s', (duration) => {
    const trial = { scene: { planar: true }, limits: { lowest: 0.5 }, end: bent, seconds: 3 };
    expect(standingTrial({ ...trial, control: { reference: bend(duration) } })).toMatchObject({ stands: true });
  });

  it('equality only bends slowly, but falls when it is fast', () => {
    const trial = { scene: { planar: true }, limits: { lowest: 0.5 }, end: bent, seconds: 4 };
    const control = { mode: 'paper' as const, gains: TIGHT_GAINS };
    expect(standingTrial({ ...trial, control: { ...control, reference: bend(1) } })).toMatchObject({ stands: true });
    const fast = standingTrial({ ...trial, control: { ...control, reference: bend(0.4) } });
    expect(fast).toMatchObject({ stands: false });
    expect(fast.fellAt).toBeGreaterThan(0.3);
  });

  it('squats and reaches within 1.1° of the pose, in space', () => {
    const low = { hip: 90, knee: 95, ankle: 28, waist: 15, shoulder: 90, elbow: 5 };
    const pose = sagittalPose(
      body,
      Object.fromEntries(Object.entries(low).map(([part, angle]) => [part, angle * DEGREE])),
    );
    const reference = poseSequence(body, stand, [{ time: 0.3, duration: 1.2, pose }]);
    const verdict = standingTrial({
      control: { reference, gains: GAINS },
      limits: { lowest: 0.4 },
      end: pose,
      seconds: 3.5,
    });
    expect(verdict).toMatchObject({ stands: true });
    expect(verdict.poseError).toBeLessThan(1.1 * DEGREE);
  });
});
