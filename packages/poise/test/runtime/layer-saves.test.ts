/** Saves for rollback: small, exact, into any layer of the same body; and bytes that are no save. Frame rates and stalls. */
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import type { Vec3 } from '../../src/math/types.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { decodeSave, encodeSave } from '../../src/runtime/binary.ts';
import type { Hit } from '../../src/runtime/events.ts';
import { falls } from '../../src/runtime/falls.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import type { ReactionLayerOptions } from '../../src/runtime/options.ts';
import { reactionLibrary } from '../../src/runtime/reaction-library.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { smallLibrary } from '../methods/push-cases.ts';
import { body, clips, stage } from './stage.ts';

const library = reactionLibrary(smallLibrary());
const nq = coordinateCount(body.skeleton);
const chest: Hit = { bone: 'chest', impulse: [30, 0, 10] };

type Plain = Record<string, unknown>;

/** A save after half a second of reaction, and one whose parts were changed. */
function savedLayer(): { readonly layer: ReactionLayer; readonly bytes: Uint8Array<ArrayBuffer> } {
  const { layer } = stage(clips.idle, { library }).play({ seconds: 1, hits: [[0.5, chest]] });
  return { layer, bytes: layer.save() };
}

function forged(bytes: Uint8Array, change: (plain: Plain) => void): Uint8Array {
  const plain = structuredClone(decodeSave(bytes, nq)) as Plain;
  change(plain);
  return encodeSave(plain, nq);
}

const part = (plain: Plain, ...path: string[]): Plain => path.reduce((at, key) => at[key] as Plain, plain);

describe('a save', () => {
  it('takes less than 5 kB while the character reacts, less than 1 kB before', () => {
    const sizes: number[] = [];
    stage(clips.idle, { library, gaze: true }).play({
      seconds: 6,
      hits: [
        [0.5, chest],
        [0.8, { bone: 'head', impulse: [0, 0, -15] }],
        [1.1, { bone: 'leftHand', impulse: [0, 0, 6] }],
        [2.3, { bone: 'chest', impulse: [12, 0, 38] }],
        [3.5, { bone: 'head', impulse: [10, 0, -10] }],
      ],
      onFrame: (_, layer) => {
        const { byteLength } = layer.save();
        expect(byteLength).toBeLessThan(5000);
        if (!layer.active && layer.time < 0.5) expect(byteLength).toBeLessThan(1000);
        sizes.push(byteLength);
      },
    });
    expect(Math.max(...sizes)).toBeGreaterThan(2500); // somebody did react
  });

  it.each([
    ['60 frames a second', 1 / 60],
    ['144', 1 / 144],
    ['240', 1 / 240],
    ['25', 1 / 25],
  ])('has the same future at any moment of a reaction, in the same layer and a fresh one: %s', (_, dt) => {
    const hits = [
      [0.5, chest],
      [1.5, { point: [0, 1.4, 0.1], impulse: [0, 0, -12] }],
    ] as const;
    const options = { library, gaze: true, weight: 0.8, mask: { rightHand: 'world' } } as const;
    const saves = new Map<number, Uint8Array>();
    const moments = [0.2, 0.5, 0.6, 0.9, 1.49, 1.7, 2.8].map((t) => Math.round(t / dt));
    const first = stage(clips.idle, options);
    const whole = first.play({
      seconds: 3,
      dt,
      hits,
      onFrame: (frame, layer) => {
        if (moments.includes(frame)) saves.set(frame, layer.save());
      },
    });
    for (const moment of moments) {
      const saved = saves.get(moment)!;
      const fresh = stage(clips.idle, options);
      fresh.layer.restore(saved.slice().buffer as ArrayBuffer);
      expect(fresh.layer.save()).toEqual(saved);
      const again = fresh.play({ seconds: 3, dt, from: moment + 1, hits });
      expect(again.poses).toEqual(whole.poses.slice(moment + 1));
    }
    first.layer.restore(saves.get(moments[3]!)!);
    expect(first.play({ seconds: 3, dt, from: moments[3]! + 1, hits }).poses).toEqual(
      whole.poses.slice(moments[3]! + 1),
    );
  });

  /** Every frame of a stretch: landings, first frames, hits that come after the save, reactions after a reaction. */
  it.each<
    [string, Clip, Partial<ReactionLayerOptions>, readonly (readonly [number, Hit])[], readonly [number, number]]
  >([
    ['a walk that is not known yet', clips.walk, {}, [[1, chest]], [60, 130]],
    ['a walk that is being learnt', clips.walk, {}, [[2.5, { bone: 'head', impulse: [-6, 0, 0] }]], [100, 160]],
    [
      'a run on a slope, hit for the second time',
      clips.run,
      { ground: (x, z) => 0.1 * x - 0.05 * z },
      [
        [2.2, { bone: 'chest', impulse: [20, 0, 0] }],
        [3.4, { bone: 'head', impulse: [0, 0, -8] }],
      ],
      [190, 250],
    ],
    ['the first frame on a slope', clips.idle, { ground: (x) => 0.1 * x }, [], [0, 3]],
    [
      'standing, with a library',
      clips.idle,
      { library },
      [
        [0.5, chest],
        [0.9, { bone: 'hips', impulse: [-20, 0, 10] }],
      ],
      [50, 75],
    ],
    [
      'a fall from a run, and the way up',
      clips.run,
      { falls, liesFor: 0.2 },
      [[0.5, { bone: 'chest', impulse: [60, 0, -90] }]],
      [150, 156],
    ],
  ])('has the same future in every frame: %s', (_, clip, options, hits, [from, to]) => {
    const TAIL = 40; // frames
    const seconds = (to + TAIL) / 60;
    const first = stage(clip, options);
    const saves: Uint8Array[] = [];
    let gaits: ReturnType<ReactionLayer['saveGait']>;
    const gaitOf: Uint8Array[] = [];
    // hits come after the save of their frame, as those that a rollback brings
    const late = (frame: number, layer: ReactionLayer): void => {
      for (const [time, hit] of hits) if (Math.round(time * 60) === frame) layer.hit(hit);
    };
    const whole = first.play({
      seconds,
      onFrame: (frame, layer) => {
        gaits = layer.saveGait(gaits?.version) ?? gaits;
        gaitOf[frame] = gaits!.bytes;
        saves[frame] = layer.save();
        late(frame, layer);
      },
    });
    for (let frame = from; frame < to; frame++) {
      const fresh = stage(clip, options);
      fresh.layer.restoreGait(gaitOf[frame]!);
      fresh.layer.restore(saves[frame]!);
      expect(fresh.layer.save()).toEqual(saves[frame]);
      late(frame, fresh.layer);
      const again = fresh.play({ seconds: (frame + TAIL) / 60, from: frame + 1, onFrame: late });
      again.poses.forEach((pose, k) => {
        if (pose.some((part, i) => part !== whole.poses[frame + 1 + k]![i]))
          throw new Error(`frame ${frame} → ${frame + 1 + k}`);
      });
    }
  });

  it('has the same future on a slope', () => {
    const options = { library, ground: (x: number, z: number) => 0.15 * x - 0.05 * z };
    let saved = new Uint8Array();
    const hits = [[0.5, chest]] as const;
    const whole = stage(clips.idle, options).play({
      seconds: 3,
      hits,
      onFrame: (frame, layer) => {
        if (frame === 75) saved = layer.save();
      },
    });
    const fresh = stage(clips.idle, options);
    fresh.layer.restore(saved);
    expect(fresh.play({ seconds: 3, from: 76, hits }).poses).toEqual(whole.poses.slice(76));
  });

  it('is refused where it is damaged, cut off, or of another body; the layer stays as it was', () => {
    const { layer, bytes } = savedLayer();
    const refuse = (bad: unknown, reason: RegExp): void => {
      expect(() => layer.restore(bad as never)).toThrow(UsageError);
      expect(() => layer.restore(bad as never)).toThrow(reason);
      expect(layer.save()).toEqual(bytes);
    };
    refuse({ ...bytes }, /save\(\)/);
    refuse('Pz', /save\(\)/);
    refuse(new Uint8Array(), /begin/);
    refuse(bytes.subarray(0, bytes.length - 5), /checksum/);
    for (let at = 12; at < bytes.length; at += 97) {
      const bad = bytes.slice();
      bad[at]! ^= 16;
      refuse(bad, /checksum/);
    }
    refuse(encodeSave(decodeSave(bytes, nq), nq + 4), /another body/);
  });

  it('is refused where somebody made it up', () => {
    const { layer, bytes } = savedLayer();
    const changes: readonly ((plain: Plain) => void)[] = [
      (plain) => (part(plain, 'stream').q as number[]).fill(Infinity),
      (plain) => (part(plain, 'stream').q as number[]).fill(0),
      (plain) => (part(plain, 'stream').v as number[]).fill(Number.MAX_VALUE),
      (plain) => (part(plain, 'stream').q as number[]).pop(),
      (plain) => Object.assign(part(plain, 'stream'), { time: 'now' }),
      (plain) => Object.assign(part(plain, 'shares'), { weight: 7 }),
      (plain) => Object.assign(part(plain, 'run'), { pulls: 'many' }),
      (plain) => Object.assign(plain, { method: 'ragdoll' }),
      (plain) => Object.assign(part(plain, 'driver'), { id: 'ragdoll' }),
      (plain) => Object.assign(part(plain, 'driver', 'state'), { stance: [1, 2] }),
      (plain) => (part(plain, 'driver', 'state', 'responder').body as number[]).fill(1e300),
      (plain) => (part(plain, 'driver', 'state', 'responder').body as number[]).fill(Infinity),
      (plain) => Object.assign(part(plain, 'driver', 'state', 'responder'), { status: 'asleep' }),
      (plain) =>
        Object.assign(part(plain, 'driver', 'state', 'responder'), { pending: [{ impulse: [0, 0, 1], segment: 999 }] }),
      (plain) => void delete plain.where,
      (plain) => void delete plain.situation,
    ];
    for (const change of changes) {
      expect(() => layer.restore(forged(bytes, change))).toThrow(UsageError);
      expect(layer.save()).toEqual(bytes);
    }
    // no object gets another prototype, and what nobody asked for is not taken over
    expect(() => layer.restore(encodeSave(JSON.parse('{"__proto__": {"q": 1}, "constructor": 1}'), nq))).toThrow(/key/);
    layer.restore(forged(bytes, (plain) => Object.assign(part(plain, 'situation'), { polluted: 1, toString: 2 })));
    expect(({} as Plain).polluted).toBeUndefined();
    expect(layer.save()).toEqual(bytes);
  });
});

describe('frame rates', () => {
  it('from 15 to 240 a second: the character ends within 2 cm of the same place', () => {
    const end = (rate: number, impulse: Vec3): readonly number[] => {
      const pose = new Float64Array(nq);
      const layer = new ReactionLayer(body, poseRig(pose), { library });
      for (let frame = 0; frame <= 6 * rate; frame++) {
        sample(pose, clips.idle, frame / rate);
        layer.update(1 / rate);
        if (frame === 0.6 * rate) layer.hit({ bone: 'chest', impulse });
      }
      return [pose[0]!, pose[1]!, pose[2]!];
    };
    for (const impulse of [
      [40, 0, 0],
      [0, 0, -40],
    ] as const) {
      const usual = end(60, impulse);
      expect(Math.hypot(usual[0]!, usual[2]!)).toBeGreaterThan(0.05);
      for (const rate of [15, 30, 120, 240]) {
        expect(Math.hypot(...end(rate, impulse).map((value, c) => value - usual[c]!))).toBeLessThan(0.02);
      }
    }
  });

  it('a stall of 3 s in the midst of a reaction: it goes on, nothing breaks, nobody is flung', () => {
    const pose = new Float64Array(nq);
    const layer = new ReactionLayer(body, poseRig(pose), { library });
    const kinds: string[] = [];
    let time = 0;
    for (let frame = 0; frame < 360; frame++) {
      const dt = frame === 50 ? 3 : 1 / 60;
      time += dt;
      sample(pose, clips.idle, time);
      kinds.push(...layer.update(dt).map(({ kind }) => kind));
      if (frame === 30) layer.hit({ bone: 'chest', impulse: [25, 0, 0] });
      expect(Math.hypot(pose[0]!, pose[2]!)).toBeLessThan(1);
      expect(pose[1]).toBeGreaterThan(0.7);
    }
    expect(kinds).toContain('recovered');
    expect(kinds).not.toContain('fall');
    expect(layer.active).toBeUndefined();
  });

  it('a loop that starts over is no motion: a hit at the seam is answered as any other', () => {
    const loop = clips.idle.frameCount - 1;
    const pose = new Float64Array(nq);
    const layer = new ReactionLayer(body, poseRig(pose), { library });
    const kinds: string[] = [];
    for (let frame = 0; frame < 3 * loop; frame++) {
      sample(pose, clips.idle, ((frame % loop) * clips.idle.frameTime) % 1e9);
      kinds.push(...layer.update(clips.idle.frameTime).map(({ kind }) => kind));
      if (frame === loop - 2) layer.hit({ bone: 'chest', impulse: [0, 0, 15] });
    }
    expect(kinds).toContain('recovered');
    expect(kinds).not.toContain('fall');
    expect(layer.active).toBeUndefined();
  });
});
