/** What one sees: bounds of people, on pushes that are drawn from a seed. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { anatomicalAngles } from '../../src/body/anatomical-angles.ts';
import { Stance } from '../../src/control/standing/stance.ts';
import { footToMove } from '../../src/control/standing/tidy-step.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { STANDING_DEFAULTS } from '../../src/gait/standing-parameters.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import type { Vec3 } from '../../src/math/types.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { difference } from '../../src/motion/coordinates.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import type { Role } from '../../src/motion/roles.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { hit, outcomeOf, pushedBy, type Reacting, reacting, TICK, tick } from './reacting.ts';

const SEED = 5;
const idle = perform(motionNamed('idle'));
const PLACES: readonly Role[] = ['head', 'chest', 'leftUpperArm', 'hips'];

/** What a run of pushes showed. */
interface Seen {
  frames: number; // of 1/60 s
  hipJumps: number; // frames in which the hips change their velocity by more than 1 m/s
  joltFrames: number; // frames in which a joint changes its velocity by more than 8.5 rad/s
  fallSpeeds: number[]; // [m/s] of the root when it falls
  slide: number; // [m] most that a sole that stands moves in a tick
  steps: number;
  finite: boolean;
}

interface TimedHit {
  readonly time: number;
  readonly role: Role;
  readonly impulse: Vec3;
}

const FRAME = 2; // ticks

/** Runs until the time is up or half a second after a fall. */
function watch(scene: Reacting, hits: readonly TimedHit[], seconds: number, seen: Seen): void {
  const { reaction, planner, body } = scene;
  const nv = reaction.v.length;
  let before = reaction.q.slice();
  let velocity: Float64Array | undefined;
  let fell = -1;
  for (let k = 0; k < seconds / TICK; k++) {
    for (const h of hits) if (Math.round(h.time / TICK) === k) hit(scene, h.role, h.impulse);
    const stood = reaction.feet.map(({ stands }) => stands);
    const places = reaction.feet.map(({ place }) => place.slice());
    const placement = { ...reaction.reference.placement };
    reaction.tick(TICK, planner);
    reaction.feet.forEach(({ stands, place, speed }, f) => {
      // a foot that has just come down still moves by what is left of its landing
      if (!stood[f] || !stands || Math.hypot(speed[0], speed[2]) > 1e-3 || planner.mode === 'fall') return;
      seen.slide = Math.max(seen.slide, Math.hypot(place[0] - places[f][0], place[2] - places[f][2]));
    });
    expect(reaction.reference.placement).toEqual(placement);
    planner.absorb(reaction);
    seen.steps += planner.events.filter(({ kind }) => kind === 'land').length;
    if (planner.mode === 'fall' && fell < 0) {
      fell = k;
      seen.fallSpeeds.push(Math.hypot(reaction.v[0], reaction.v[1], reaction.v[2]));
    }
    if (k % FRAME === FRAME - 1) {
      const now = new Float64Array(nv);
      difference(now, body.skeleton, before, 0, reaction.q, 0, FRAME * TICK);
      before = reaction.q.slice();
      if (velocity) note(seen, velocity, now);
      velocity = now;
    }
    if (fell >= 0 && k > fell + 60) return;
  }
}

function note(seen: Seen, before: Float64Array, now: Float64Array): void {
  const change = (i: number): number =>
    Math.hypot(now[i] - before[i], now[i + 1] - before[i + 1], now[i + 2] - before[i + 2]);
  let joint = 0;
  for (let i = 3; i < now.length; i += 3) joint = Math.max(joint, change(i));
  seen.frames++;
  if (change(0) > 1) seen.hipJumps++;
  if (joint > 8.5) seen.joltFrames++;
  if (!now.every(Number.isFinite)) seen.finite = false;
}

const nothingSeen = (): Seen => ({
  frames: 0,
  hipJumps: 0,
  joltFrames: 0,
  fallSpeeds: [],
  slide: 0,
  steps: 0,
  finite: true,
});

/** Pushes of 5 to 80 N·s per 65 kg, from everywhere, a third with a second one. */
function soak(clip: Clip, count: number, seed: number): Seen {
  const rng = createRng(seed);
  const seen = nothingSeen();
  for (let n = 0; n < count; n++) {
    const scene = reacting(clip, {}, uniform(rng, 0.2, 1));
    const draw = (time: number): TimedHit => {
      const size = (uniform(rng, 5, 80) * scene.body.totalMass) / 65;
      const angle = uniform(rng, 0, 2 * Math.PI);
      const role = PLACES[Math.floor(uniform(rng, 0, PLACES.length))];
      return { time, role, impulse: [size * Math.sin(angle), 0, size * Math.cos(angle)] };
    };
    const hits = [draw(0)];
    if (rng.next() < 1 / 3) hits.push(draw(uniform(rng, 0.2, 1.5)));
    watch(scene, hits, 2.5, seen);
  }
  return seen;
}

function expectHuman(seen: Seen): void {
  expect(seen.finite).toBe(true);
  expect(seen.hipJumps / seen.frames).toBeLessThan(0.01);
  expect(Math.max(0, ...seen.fallSpeeds)).toBeLessThan(4);
  expect(seen.slide).toBeLessThan(5e-4);
  expect(seen.steps).toBeGreaterThan(5);
}

describe(`pushes of 5 to 80 N·s from everywhere (seed ${SEED})`, () => {
  it('move the mannequin as people move: no pop, no shake, no slide, falls that start slow', () => {
    const seen = soak(idle, 28, SEED);
    expectHuman(seen);
    expect(seen.joltFrames / seen.frames).toBeLessThan(0.01);
  });

  describeWithMocap('on somebody who was captured standing', () => {
    let seen = nothingSeen();
    beforeAll(async () => {
      const file = mocapPath('reactidle', '003_genuine.bvh');
      const [clip] = await readClips(new Uint8Array(readFileSync(file)), file);
      seen = soak(clip, 40, SEED + 1);
    });

    it('no pop, no slide, falls that start slow', () => expectHuman(seen));

    it('no shake', () => expect(seen.joltFrames / seen.frames).toBeLessThan(0.01));
  });
});

/** Angles against the source [rad], tick by tick, of the joints with these roles: the largest of each group. */
function anglesAfter(
  role: Role,
  speed: number,
  angle: number,
  seconds: number,
  groups: readonly (readonly Role[])[],
): number[][] {
  const scene = reacting(idle);
  const { reaction, body } = scene;
  const size = speed * body.totalMass;
  hit(scene, role, [size * Math.sin(angle), 0, size * Math.cos(angle)]);
  const apart = new Float64Array(reaction.v.length);
  return Array.from({ length: Math.round(seconds / TICK) }, () => {
    tick(scene);
    difference(apart, body.skeleton, reaction.reference.next, 0, reaction.q, 0, 1);
    return groups.map((roles) =>
      Math.max(
        ...roles.map((r) => Math.hypot(...apart.subarray(3 + 3 * (body.roles[r] ?? 0), 6 + 3 * (body.roles[r] ?? 0)))),
      ),
    );
  });
}

const HEAD: readonly Role[] = ['neck', 'head'];
const TRUNK: readonly Role[] = ['spine', 'chest', 'upperChest'];
const HIPS: readonly Role[] = ['leftUpperLeg', 'rightUpperLeg'];

describe('a body yields where it is hit', () => {
  it.each([0, Math.PI / 2, Math.PI])(
    'at the head, from %f rad: neck and head move first and most, and soon',
    (angle) => {
      const course = anglesAfter('head', 0.2, angle, 1, [HEAD, TRUNK, HIPS]);
      const start = (group: number): number => course.findIndex((angles) => angles[group] > 0.03);
      const peak = course.map((angles) => angles[0]).reduce((best, x, k, all) => (x > all[best] ? k : best), 0);
      expect(start(0)).toBeGreaterThanOrEqual(0);
      for (const other of [1, 2]) if (start(other) >= 0) expect(start(0)).toBeLessThan(start(other));
      expect(course[peak][0]).toBeGreaterThan(Math.max(...course.map((angles) => angles[1])));
      expect(peak * TICK).toBeLessThan(0.2);
    },
  );

  it('the same hit higher up bends the trunk more, towards where it goes', () => {
    // hips and chest are hit alike; the trunk's lean is that of the line from the hips to the neck
    const lean = (role: Role): number => {
      const scene = reacting(idle);
      const { reaction, body } = scene;
      hit(scene, role, [0, 0, 0.3 * body.totalMass]);
      const ws = createWorkspace(body);
      const at = (): number => {
        forwardKinematics(body, ws, reaction.q);
        const [top, base] = [3 * (body.roles.neck ?? 0), 3 * (body.roles.hips ?? 0)];
        return Math.atan2(
          ws.segmentOrigin[top + 2] - ws.segmentOrigin[base + 2],
          ws.segmentOrigin[top + 1] - ws.segmentOrigin[base + 1],
        );
      };
      const start = at();
      let most = 0;
      for (let k = 0; k < 40; k++) {
        tick(scene);
        most = Math.max(most, at() - start);
      }
      return most;
    };
    expect(lean('upperChest')).toBeGreaterThan(1.3 * lean('hips'));
    expect(lean('upperChest')).toBeGreaterThan(1.1 * lean('spine'));
  });
});

describe('a hit that is far too hard', () => {
  it.each([
    ['head', 0, 0],
    ['head', 0, 180],
    ['rightShoulder', 2, 0],
    ['rightShoulder', 2, 180],
  ] as const)('on the %s: trunk and neck bend no farther in all than people’s do', (role, angle, degrees) => {
    const scene = reacting(idle);
    const { reaction, body } = scene;
    const turn = (degrees * Math.PI) / 180;
    const { roles, limits } = body;
    const arm = roles.rightUpperArm ?? 0;
    // the shoulder joint is far from the spine: that twists it
    const segment = role === 'head' ? (roles.head ?? 0) : body.skeleton.parents[arm];
    const point = role === 'head' ? [0, 0, 0] : body.skeleton.offsets.subarray(3 * arm, 3 * arm + 3);
    reaction.hits.add([60 * Math.sin(turn), 0, 60 * Math.cos(turn)], segment, point, 0.1);
    reaction.sinceHit = 0;
    scene.planner.sincePush = 0;
    const angles = new Float64Array(3);
    let most = 0;
    for (let k = 0; k < 60 && scene.planner.mode !== 'fall'; k++) {
      tick(scene);
      for (const { joints, lower, upper } of limits.columns) {
        const sum = new Float64Array(3);
        for (const j of joints) {
          anatomicalAngles(angles, 0, limits, j, reaction.q, 3 + 4 * j);
          for (let c = 0; c < 3; c++) sum[c] += angles[c];
        }
        for (let c = 0; c < 3; c++) expect(sum[c]).toBeLessThan(upper[c] + 0.1);
        for (let c = 0; c < 3; c++) expect(sum[c]).toBeGreaterThan(lower[c] - 0.1);
        most = Math.max(most, Math.abs(sum[angle]));
      }
    }
    expect(most).toBeGreaterThan(0.5); // it is bent all the same
  });
});

describe('how many steps', () => {
  const stays = (degrees: number, role: Role): void => {
    // a push of 0.37 s is that of the captured people; hits of a tenth of a second count double
    const slow = outcomeOf(pushedBy(idle, 0.18, degrees, role, 0.37), 4);
    expect(slow).toMatchObject({ lands: 0, mode: 'stand', calm: true });
    expect(outcomeOf(pushedBy(idle, 0.1, degrees, role), 4)).toMatchObject({ lands: 0, mode: 'stand', calm: true });
  };

  it.each([0, 45, 90, 135, 180, 270])(
    'none for a push below 0.2 m/s towards %i°, none for a hit of half of that',
    (degrees) => {
      for (const role of ['hips', 'spine', 'chest'] as const) stays(degrees, role);
    },
  );

  it('one or two for 0.6 m/s forward, and then it stands', () => {
    const scene = pushedBy(idle, 0.6, 0);
    const answered = outcomeOf(scene, 1.4); // later a foot may go back into the stance
    expect(answered.lands).toBeGreaterThanOrEqual(1);
    expect(answered.lands).toBeLessThanOrEqual(2);
    expect(outcomeOf(scene, 6)).toMatchObject({ mode: 'stand', calm: true });
  });
});

describe('after a step', () => {
  // before the weight led over as the foot came down: 3.2, 2.8 and 3.1 s
  it.each([
    [0, 3.05],
    [90, 2.8],
    [180, 2.65],
  ])('towards %i° somebody stands as before soon', (degrees, most) => {
    const scene = pushedBy(idle, 40 / 69, degrees);
    const { lands, calm } = outcomeOf(scene, most);
    expect(lands).toBeGreaterThan(1);
    expect(calm).toBe(true);
  });

  it('the foot goes back that stepped, but of crossed legs the one that carries less', () => {
    const stance = new Stance(STANDING_DEFAULTS);
    stance.now.stance.set([0, 0.2]);
    const foot = (left: number, right: number, xi: number, last: 0 | 1): 0 | 1 => {
      stance.now.feet.set([0.1, left, 0, right]);
      stance.now.xi.set([0.05, xi]);
      return footToMove(last, stance, false);
    };
    expect(foot(0.1, -0.3, 0.1, 1)).toBe(1); // stands wide
    expect(foot(-0.1, 0.12, 0.14, 1)).toBe(0);
    expect(foot(-0.1, 0.12, -0.12, 0)).toBe(1);
  });
});
