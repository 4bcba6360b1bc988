/** How a game says what happens: presets, vectors of any kind, names; and what it is told. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { headingYaw } from '../../src/gait/heading.ts';
import { rotate3 } from '../../src/math/quat.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { contactHit } from '../../src/runtime/contact/contact-hit.ts';
import type { BoneOf, Hit, ReactionEvent } from '../../src/runtime/events.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import type { ReactionLayerOptions } from '../../src/runtime/options.ts';
import { HIT_PRESETS, type HitPreset } from '../../src/runtime/presets.ts';
import { reactionLibrary } from '../../src/runtime/reaction-library.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { smallLibrary } from '../methods/push-cases.ts';
import { body, clips, stage } from './stage.ts';

const library = reactionLibrary(smallLibrary());
const ws = createWorkspace(body);
const nq = coordinateCount(body.skeleton);

/** Way of a segment's middle from where the idle has it, frame by frame after a hit at 0.5 s [m]. */
function wayOf(
  role: 'head' | 'chest' | 'rightHand',
  hit: Hit,
  options: Partial<ReactionLayerOptions> = {},
  seconds = 1,
): number[] {
  const { layer, play } = stage(clips.idle, { library, ...options });
  play({ seconds: 0.5 });
  layer.hit(hit);
  const { poses } = play({ seconds: 0.5 + seconds, from: 30 });
  const place = (q: Float64Array): number[] => {
    forwardKinematics(body, ws, q);
    const o = 3 * body.roles[role]!;
    return [...ws.segmentCom.subarray(o, o + 3)];
  };
  const idle = new Float64Array(nq);
  return poses.map((q, k) => {
    sample(idle, clips.idle, (30 + k) / 60);
    const own = place(idle);
    return Math.hypot(...place(q).map((part, c) => part - own[c]!));
  });
}

describe('presets', () => {
  it('a punch is seen in the first frame: 1.5 cm at the head or more', () => {
    for (const direction of [[0, 0, -1], [1, 0, 0], { x: -3, y: 0, z: 1 }] as const) {
      const way = wayOf('head', { preset: 'punch', direction });
      expect(way[0]).toBeGreaterThan(0.015);
      expect(Math.max(...way)).toBeLessThan(0.6);
    }
  });

  it('have their own impulse, duration and place, by the mass of the body', () => {
    for (const preset of Object.keys(HIT_PRESETS) as HitPreset[]) {
      const { layer, play } = stage(clips.idle, { library });
      play({ seconds: 0.1 });
      layer.hit({ preset, direction: [0, 0, 2] });
      const impact = play({ seconds: 0.15, from: 6 }).events.find((event) => event.kind === 'impact');
      if (impact?.kind !== 'impact') throw new Error('no impact');
      const { impulse, duration, bone } = HIT_PRESETS[preset];
      expect(impact.push.duration).toBe(duration);
      expect(impact.push.impulse[2]).toBeCloseTo((impulse * body.totalMass) / 75, 9);
      expect(impact.push.segment).toBe(body.roles[bone]);
    }
    const { layer, play } = stage(clips.idle);
    play({ seconds: 0.1 });
    expect(() => layer.hit({ preset: 'puch' as never, direction: [0, 0, 1] })).toThrow(/did you mean "punch"/);
    expect(() => layer.hit({ preset: 'punch' })).toThrow(/direction/);
    expect(() => layer.hit({ preset: 'punch', direction: [0, 0, 0] })).toThrow(/direction/);
    expect(() => layer.hit({ impulse: [0, 0, 1], strength: 2, bone: 'head' })).toThrow(/preset/);
  });

  it('tell strong from weak: a bullet hardly moves the body, a tackle throws it down', () => {
    expect(Math.max(...wayOf('chest', { preset: 'bullet', direction: [0, 0, -1] }))).toBeLessThan(0.03);
    const kinds = stage(clips.idle, { library });
    kinds.play({ seconds: 0.5 });
    // from the front: from behind it is as strong as the quickest steps just catch
    kinds.layer.hit({ preset: 'tackle', direction: [0, 0, -1] });
    expect(kinds.play({ seconds: 2, from: 30 }).events.map(({ kind }) => kind)).toContain('fall');
  });
});

describe('what is said to a layer', () => {
  it('may be vectors of any kind', () => {
    class Vector3 {
      readonly x: number;
      readonly y: number;
      readonly z: number;

      constructor(x: number, y: number, z: number) {
        [this.x, this.y, this.z] = [x, y, z];
      }
    }
    const ways = [[0, 0, 20], Float32Array.of(0, 0, 20), { x: 0, y: 0, z: 20 }, new Vector3(0, 0, 20)].map((impulse) =>
      wayOf('chest', { bone: 'chest', impulse, point: new Vector3(0, 1.3, 0) }, {}, 0.3),
    );
    for (const way of ways) expect(way).toEqual(ways[0]);
    expect(Math.max(...ways[0]!)).toBeGreaterThan(0.005);
  });

  it('is refused with the nearest name where it is not known', () => {
    const { layer, play } = stage(clips.idle);
    play({ seconds: 0.1 });
    expect(() => layer.hit({ bone: 'chest', impulse: [0, 0, 1], durration: 1 } as never)).toThrow(
      /"durration"; did you mean "duration"/,
    );
    expect(() => layer.pull({ bone: 'chest', forse: [0, 0, 1] } as never)).toThrow(/did you mean "force"/);
    expect(() => stage(clips.idle, { wieght: 1 } as never)).toThrow(/did you mean "weight"/);
    expect(() => stage(clips.idle, { stiffness: { haed: 2 } } as never)).toThrow(/did you mean "head"/);
    expect(() => stage(clips.idle, { stiffness: { head: 50 } })).toThrow(/stiffness\.head/);
    expect(() => layer.hit({ bone: 'lefthand', impulse: [0, 0, 1] })).toThrow(/did you mean "leftHand"/);
    expect(() => layer.setMask('chest', 'world')).toThrow(/leftHand and rightHand/);
  });
});

describe('contacts of a physics engine', () => {
  const contact = (first: number, second: number, force: Vec3) => ({
    collider1: () => first,
    collider2: () => second,
    totalForce: () => ({ x: force[0], y: force[1], z: force[2] }),
  });
  const bones = new Map<number, BoneOf>([
    [7, 'head'],
    [8, 'chest'],
  ]);

  it('are hits on the bone that a collider stands for, whichever of the two it is', () => {
    expect(contactHit(contact(1, 7, [0, 0, 600]), bones, 1 / 60)).toEqual({
      bone: 'head',
      impulse: [0, 0, 10],
      duration: 1 / 60,
    });
    expect(contactHit(contact(8, 1, [300, 0, 0]), bones, 1 / 60)?.impulse).toEqual([-5, -0, -0]);
    expect(contactHit(contact(1, 2, [300, 0, 0]), bones, 1 / 60)).toBeUndefined();
    expect(contactHit(contact(7, 8, [300, 0, 0]), bones, 1 / 60)).toBeUndefined(); // an arm on the own chest
    expect(() => contactHit(contact(1, 7, [0, 0, 1]), bones, 0)).toThrow(/step/);
    expect(() => contactHit(contact(1, 7, [0, 0, Number.NaN]), bones, 0.01)).toThrow(/totalForce/);
    const { layer, play } = stage(clips.idle, { library });
    play({ seconds: 0.1 });
    layer.hit(contactHit(contact(1, 7, [0, 0, 600]), bones, 1 / 60)!);
    expect(play({ seconds: 0.2, from: 6 }).events.map(({ kind }) => kind)).toContain('impact');
  });
});

describe('stiffness', () => {
  it('makes a head firmer or looser', () => {
    const peak = (head: number): number =>
      Math.max(...wayOf('head', { bone: 'head', impulse: [0, 0, -8] }, { stiffness: { head } }, 0.25));
    const [loose, usual, firm] = [peak(0.4), peak(1), peak(3)];
    expect(loose).toBeGreaterThan(1.05 * usual);
    expect(usual).toBeGreaterThan(1.05 * firm);
  });
});

describe('a gaze', () => {
  it('turns to where the hit came from, and back; without it the head does not', () => {
    // angle of the head to the left of the hips, against the idle [rad]
    const turned = (gaze: boolean): number[] => {
      const { layer, play } = stage(clips.idle, { library, gaze });
      play({ seconds: 0.5 });
      layer.hit({ bone: 'chest', impulse: [-8, 0, 0] }); // from the left
      const { poses } = play({ seconds: 4, from: 30 });
      const own = new Float64Array(nq);
      const side = (q: Float64Array): number => {
        forwardKinematics(body, ws, q);
        const nose = Float64Array.of(0, 0, 1);
        rotate3(nose, 0, ws.segmentRotation, 4 * body.roles.head!, nose, 0);
        return Math.atan2(nose[0]!, nose[2]!) - headingYaw(body, ws);
      };
      return poses.map((q, k) => {
        sample(own, clips.idle, (30 + k) / 60);
        return side(q) - side(own);
      });
    };
    const [looking, calm] = [turned(true), turned(false)];
    expect(looking[70]! - calm[70]!).toBeGreaterThan(0.8);
    expect(Math.abs(looking[10]! - calm[10]!)).toBeLessThan(0.01);
    expect(Math.abs(looking.at(-1)!)).toBeLessThan(0.02);
    for (let k = 1; k < looking.length; k++) expect(Math.abs(looking[k]! - looking[k - 1]!)).toBeLessThan(0.15);
  });
});

describe('a hand that is held in the world', () => {
  it('goes on aiming while the body takes hits: within 2° and 1 cm', () => {
    // the right arm stretched ahead, as with a gun: trunk and shoulder have to help
    const aim = new Float64Array(nq);
    const arm = (q: Float64Array): void => {
      const set = (role: 'rightUpperArm' | 'rightLowerArm', x: number, y: number, z: number, w: number): void => {
        const i = 3 + 4 * body.roles[role]!;
        const size = Math.hypot(x, y, z, w);
        [x, y, z, w].forEach((part, c) => {
          q[i + c] = part / size;
        });
      };
      set('rightUpperArm', -0.45, 0.1, 0, 0.9);
      set('rightLowerArm', -0.5, 0, 0, 0.87);
    };
    const handOf = (q: Float64Array): { at: number[]; turn: number[] } => {
      forwardKinematics(body, ws, q);
      const hand = body.roles.rightHand!;
      return {
        at: [...ws.segmentOrigin.subarray(3 * hand, 3 * hand + 3)],
        turn: [...ws.segmentRotation.subarray(4 * hand, 4 * hand + 4)],
      };
    };
    const worst = (mask: ReactionLayerOptions['mask']): { away: number; turned: number } => {
      const pose = new Float64Array(nq);
      const layer = new ReactionLayer(body, poseRig(pose), { library, mask });
      let [away, turned] = [0, 0];
      for (let frame = 0; frame < 240; frame++) {
        sample(pose, clips.idle, frame / 60);
        arm(pose);
        aim.set(pose);
        layer.update(1 / 60);
        if (frame === 30) layer.hit({ bone: 'chest', impulse: [0, 0, -9] }); // too little for a step
        if (frame === 100) layer.hit({ bone: 'head', impulse: [6, 0, 0] });
        const [own, shown] = [handOf(aim), handOf(pose)];
        away = Math.max(away, Math.hypot(...own.at.map((part, c) => part - shown.at[c]!)));
        const dot = own.turn.reduce((sum, part, c) => sum + part * shown.turn[c]!, 0);
        turned = Math.max(turned, 2 * Math.acos(Math.min(1, Math.abs(dot))));
      }
      return { away, turned };
    };
    const degree = Math.PI / 180;
    const held = worst({ rightHand: 'world' });
    expect(held.away).toBeLessThan(0.01);
    expect(held.turned).toBeLessThan(2 * degree);
    // an arm that is only masked goes with the chest
    const masked = worst({ rightUpperArm: 0, rightLowerArm: 0, rightHand: 0 });
    expect(masked.away).toBeGreaterThan(0.03);
    expect(masked.turned).toBeGreaterThan(2 * degree);
  });
});

describe('what a layer tells', () => {
  it('footfalls of the animation itself: where and how often it walks', () => {
    const { events } = stage(clips.walk).play({ seconds: 6 });
    const falls = events.filter((event) => event.kind === 'footfall');
    expect(falls.length).toBeGreaterThan(7);
    expect(falls.length).toBeLessThan(15);
    falls.forEach((fall, k) => {
      if (fall.kind !== 'footfall') return;
      const before = falls[k - 1];
      if (before?.kind === 'footfall') expect(fall.foot).not.toBe(before.foot);
      expect(Math.abs(fall.position[1])).toBeLessThan(0.05);
    });
    expect(stage(clips.idle).play({ seconds: 3 }).events).toEqual([]);
  });

  it('settled: once per reaction, when nothing is left of it', () => {
    const { layer, events } = stage(clips.idle, { library }).play({
      seconds: 7,
      hits: [[0.5, { bone: 'chest', impulse: [25, 0, 0] }]],
    });
    const settled = events.filter((event) => event.kind === 'settled');
    expect(settled.length).toBe(1);
    const recovered = events.findIndex(({ kind }) => kind === 'recovered');
    expect(events.indexOf(settled[0]!)).toBeGreaterThan(recovered);
    expect(layer.active).toBeUndefined();
  });

  it('landed: after a jump of the animation, and when a fall has come to lie', () => {
    const pose = new Float64Array(nq);
    const layer = new ReactionLayer(body, poseRig(pose), { ground: 0 });
    const told: ReactionEvent[] = [];
    for (let frame = 0; frame < 150; frame++) {
      const t = frame / 60 - 1;
      sample(pose, clips.idle, frame / 60);
      if (t > 0 && t < 0.6) pose[1] += 4.905 * t * (0.6 - t);
      told.push(...layer.update(1 / 60));
    }
    const [jump] = told.filter((event) => event.kind === 'landed');
    expect(jump?.kind === 'landed' && jump.from).toBe('jump');
    expect(jump!.time).toBeCloseTo(1.6, 1);
    const { events } = stage(clips.idle, { library }).play({
      seconds: 5,
      hits: [[0.5, { bone: 'chest', impulse: [0, 0, 200] }]],
    });
    const landed = events.find((event) => event.kind === 'landed');
    const fall = events.find((event) => event.kind === 'fall');
    expect(landed?.kind === 'landed' && landed.from).toBe('fall');
    expect(landed!.time).toBeGreaterThan(fall!.time + 0.2);
  });
});
