/** Parts of the scene that need no browser. */
import { analyse, createClip, createSkeleton, fitBody, lint } from 'poise';
import { Bone, Box3, BoxGeometry, Group, Mesh, Ray, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { bonesOf } from '../src/scene/bone-list.ts';
import type { CameraRig } from '../src/scene/camera-rig.ts';
import { extentOf } from '../src/scene/character/extent.ts';
import type { StageView } from '../src/scene/contract.ts';
import { createFollower, followPath } from '../src/scene/follow.ts';
import { gripAt, pointOnBody } from '../src/scene/grip.ts';
import { levels, trianglesOf } from '../src/scene/layers/levels.ts';
import { layers } from '../src/scene/layers.ts';
import { createPose } from '../src/scene/pose-source.ts';
import { rowAt } from '../src/scene/rows.ts';
import { outlineOrder, placeSole } from '../src/scene/soles.ts';
import { subjectOf } from '../src/scene/subject.ts';
import { createTrail } from '../src/scene/trail.ts';
import { zmpVerdict } from '../src/scene/verdict.ts';
import { blamedFrames } from '../src/state/blame.ts';

const clip = madeUpMotion();
const body = fitBody(clip);
const report = analyse(body, clip);

describe('layers', () => {
  it('have names of their own and keys of their own', () => {
    expect(new Set(layers.map(({ id }) => id)).size).toBe(layers.length);
    const keys = layers.flatMap(({ key }) => (key === undefined ? [] : [key]));
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[0-9]$/);
  });
});

describe('ground levels', () => {
  it('lie at their own heights and slopes', () => {
    const square = [
      [0, 0],
      [0, 0.2],
      [0.2, 0.2],
      [0.2, 0],
    ] as const;
    const evidence = { by: 'step', seconds: 1, stands: 2 } as const;
    const slope = 0.1; // rises along z
    const size = Math.hypot(1, slope);
    const geometry = trianglesOf([
      { polygon: square, height: 0.3, normal: [0, 1, 0], evidence },
      { polygon: square, height: 0.5, normal: [0, 1 / size, -slope / size], evidence },
    ]);
    const place = geometry.getAttribute('position');
    expect(place.count).toBe(12);
    for (let k = 0; k < 6; k++) expect(place.getY(k)).toBeCloseTo(0.301, 6);
    for (let k = 6; k < 12; k++) expect(place.getY(k)).toBeCloseTo(0.501 + slope * (place.getZ(k) - 0.1), 6);
  });

  it('are drawn where the ground is uneven, and nowhere else', () => {
    const root = new Group();
    const live = levels.create({ root, floor: new Group(), pose: createPose() });
    const view = (kind: 'plane' | 'uneven') =>
      ({ report: { ...report, ground: { ...report.ground, kind } }, dark: false }) as StageView;
    live.show(view('plane'));
    expect(root.children).toEqual([]);
    live.show(view('uneven'));
    expect(root.children).toHaveLength(1);
    live.show(view('plane'));
    expect(root.children).toEqual([]);
    live.dispose();
  });
});

describe('pose', () => {
  it('is the same with a body and without, and its centre of mass that of the report', () => {
    const [withBody, without] = [createPose(), createPose()];
    withBody.use(clip, body);
    without.use(clip, undefined);
    for (const frame of [0, 90.25, 411.5]) {
      withBody.at(frame);
      without.at(frame);
      withBody.origins.forEach((x, i) => {
        expect(without.origins[i]).toBeCloseTo(x, 12);
      });
      withBody.rotations.forEach((x, i) => {
        expect(without.rotations[i]).toBeCloseTo(x, 12);
      });
    }
    withBody.at(120);
    // The report smooths before it differentiates.
    for (let k = 0; k < 3; k++) expect(withBody.com[k]).toBeCloseTo(report.com[3 * 120 + k]!, 2);
  });

  it('takes a clip of one joint', () => {
    const skeleton = createSkeleton({ names: ['only'], parents: [-1], offsets: [0, 0, 0] });
    const pose = createPose();
    pose.use(createClip({ skeleton, frameTime: 1, q: Float64Array.of(1, 2, 3, 0, 0, 0, 1) }), undefined);
    pose.at(0.5);
    expect([...pose.com]).toEqual([1, 2, 3]);
  });
});

describe('what a camera should have in the picture', () => {
  const pose = createPose();
  pose.use(clip, body);
  pose.at(0);

  it('holds a skin that reaches beyond the joints', () => {
    const plain = subjectOf(pose, body.height);
    const helmet = new Box3(new Vector3(-0.4, 0, -0.3), new Vector3(0.4, 2.6, 0.3));
    const { target, span } = subjectOf(pose, body.height, helmet);
    expect(span).toBeGreaterThan(plain.span);
    expect(target.y + span / 2).toBeGreaterThan(2.6);
    expect(target.y - span / 2).toBeLessThan(0);
    expect(subjectOf(pose, body.height, new Box3())).toEqual(plain);
  });

  it('measures what hangs on the bones, in the world, and leaves scenery out', () => {
    const [file, root, head] = [new Group(), new Bone(), new Mesh(new BoxGeometry(1, 1, 1))];
    const scenery = new Mesh(new BoxGeometry(500, 1, 500));
    file.scale.setScalar(0.01);
    file.add(root, scenery);
    root.position.y = 100;
    root.add(head);
    const room = extentOf(new Box3(), file, root);
    expect(room.min.toArray()).toEqual([-0.005, 0.995, -0.005].map((x) => expect.closeTo(x, 9)));
    expect(room.max.toArray()).toEqual([0.005, 1.005, 0.005].map((x) => expect.closeTo(x, 9)));
  });
});

describe('rows', () => {
  it('mix two frames, or take the nearer where one is undefined', () => {
    const rows = Float64Array.of(0, 0, 0, 2, 4, 6, Number.NaN, Number.NaN, Number.NaN);
    const out = new Float64Array(3);
    rowAt(out, rows, 0.5);
    expect([...out]).toEqual([1, 2, 3]);
    rowAt(out, rows, 1.2);
    expect([...out]).toEqual([2, 4, 6]);
    rowAt(out, rows, 1.9);
    expect(out[0]).toBeNaN();
    rowAt(out, rows, -3);
    expect([...out]).toEqual([0, 0, 0]);
  });
});

describe('verdict', () => {
  const blamed = blamedFrames(lint(body, clip, report), report.frameCount);

  it('calls the squat inside, blames the lean, and leaves what no finding covers open', () => {
    expect(zmpVerdict(report, blamed, 90)).toBe(0);
    expect(zmpVerdict(report, blamed, 408)).toBe(2);
    expect(zmpVerdict(report, undefined, 408)).toBe(1);
    expect(blamedFrames([], report.frameCount)).not.toContain(1);
  });
});

describe('soles', () => {
  it('go round: the outline is convex seen from above', () => {
    const pose = createPose();
    pose.use(clip, body);
    pose.at(0);
    for (const sole of body.soles) {
      const order = outlineOrder(body, sole);
      const points = new Float64Array(sole.points.length);
      placeSole(points, sole, pose);
      const turns = Array.from(order, (_, k) => {
        const [a, b, c] = [0, 1, 2].map((step) => 3 * order[(k + step) % order.length]!);
        const [ux, uz] = [points[b!]! - points[a!]!, points[b! + 2]! - points[a! + 2]!];
        const [wx, wz] = [points[c!]! - points[b!]!, points[c! + 2]! - points[b! + 2]!];
        return Math.sign(Math.round(1e7 * (ux * wz - uz * wx)));
      });
      expect(new Set(turns.filter((turn) => turn !== 0)).size).toBe(1);
    }
  });
});

describe('the path that a camera follows', () => {
  it('starts and ends with the person and is calmer on the way', () => {
    const path = followPath(clip);
    const nq = clip.q.length / clip.frameCount;
    const last = clip.frameCount - 1;
    for (let k = 0; k < 3; k++) {
      expect(path[k]).toBeCloseTo(clip.q[k]!, 12);
      expect(path[3 * last + k]).toBeCloseTo(clip.q[nq * last + k]!, 12);
    }
    const spread = (values: number[]): number => Math.max(...values) - Math.min(...values);
    const heights = Array.from({ length: clip.frameCount }, (_, f) => clip.q[nq * f + 1]!);
    expect(spread(heights.map((_, f) => path[3 * f + 1]!))).toBeLessThan(spread(heights));
  });
});

describe('a camera that goes after somebody', () => {
  const camera = new Vector3();
  const follower = createFollower({ carry: (shift: Vector3) => camera.add(shift) } as unknown as CameraRig);
  follower.setOn(true);
  /** Walks on from x for a second; how far the camera fell behind at most. */
  const walk = (x: number, start: number): number => {
    let most = 0;
    const offset = camera.x - x;
    for (let t = 0; t <= 1000; t += 1000 / 60) {
      const place = x + 0.0013 * t;
      follower.after(Float64Array.of(place, 0.9 + 0.02 * Math.sin(t / 80), 0), start + t);
      most = Math.max(most, Math.abs(camera.x - offset - place));
    }
    return most;
  };

  it('keeps their pace from the first moment on', () => {
    expect(walk(0, 0)).toBeLessThan(0.05);
  });

  it('stays where it was put when it meets somebody else, however near', () => {
    follower.meet(new Vector3(-1, 0.9, 0));
    const before = camera.clone();
    follower.after(Float64Array.of(-1, 0.9, 0), 5000);
    expect(camera.distanceTo(before)).toBe(0);
    expect(walk(-1, 5000)).toBeLessThan(0.05);
  });

  it('does not lose the way that they go before the first picture', () => {
    follower.meet(new Vector3(4, 0.9, 0));
    const before = camera.x;
    follower.after(Float64Array.of(4.6, 0.9, 0), 9000);
    expect(camera.x - before).toBeCloseTo(0.6, 9);
    expect(walk(4.6, 9000)).toBeLessThan(0.05);
  });
});

describe('a grip', () => {
  const pose = createPose();
  pose.use(clip, body);
  pose.at(90);
  const hand = body.roles.leftHand!;
  const at = new Vector3().fromArray(pose.origins, 3 * hand);

  it('is on the bone that the ray meets, and the point goes along with the segment', () => {
    const ray = new Ray(at.clone().add(new Vector3(0, 0, 3)), new Vector3(0, 0, -1));
    const grip = gripAt(ray, bonesOf(clip.skeleton), pose)!;
    expect([hand, body.roles.leftLowerArm]).toContain(grip.joint);
    expect(Math.hypot(...grip.world.map((x, k) => x - pose.origins[3 * hand + k]!))).toBeLessThan(0.1);
    const back = new Float64Array(3);
    pointOnBody(back, pose, grip.joint, Float64Array.from(grip.pointInSegment));
    for (let k = 0; k < 3; k++) expect(back[k]).toBeCloseTo(grip.world[k]!, 9);
  });

  it('misses beside the body', () => {
    const ray = new Ray(new Vector3(at.x + 1.5, at.y, at.z + 3), new Vector3(0, 0, -1));
    expect(gripAt(ray, bonesOf(clip.skeleton), pose)).toBeUndefined();
  });
});

describe('a trail', () => {
  it('reads only the frames around the playhead, however long the clip', () => {
    const trail = createTrail({ past: 2, future: 1, width: 2, hidden: 1 });
    const read: number[] = [];
    const pointAt = (out: Float64Array, frame: number): number => {
      out.fill(frame);
      read.push(frame);
      return 0;
    };
    trail.use({ frameTime: 1 / 60, frameCount: 28_800, pointAt });
    trail.at(14_400);
    expect(read.length).toBeLessThan(240);
    expect(Math.min(...read)).toBeLessThanOrEqual(14_400 - 120);
    expect(Math.max(...read)).toBeGreaterThanOrEqual(14_460);
    read.length = 0;
    trail.at(14_400);
    expect(read).toEqual([]);
    // So many frames a second that not all fit: still the whole stretch.
    trail.use({ frameTime: 1e-4, frameCount: 1e6, pointAt });
    trail.at(5e5);
    expect(read.length).toBeLessThanOrEqual(1024);
    expect(Math.max(...read) - Math.min(...read)).toBeGreaterThan(30_000);
  });
});
