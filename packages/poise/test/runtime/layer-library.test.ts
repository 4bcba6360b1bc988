/** A layer with responses to choose from, and one that is hit again and again. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { startReactiveBlend } from '../../src/methods/reactive-blend/as-method.ts';
import { ReactiveBlender } from '../../src/methods/reactive-blend/blender.ts';
import { startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import { sample } from '../../src/motion/sample.ts';
import type { Hit } from '../../src/runtime/events.ts';
import { reactionLibrary } from '../../src/runtime/reaction-library.ts';
import { smallLibrary } from '../methods/push-cases.ts';
import { body, clips, stage } from './stage.ts';

describe('a layer with a library', () => {
  const library = reactionLibrary(smallLibrary());
  const hits = [[0.5, { bone: 'chest', impulse: [0, 0, 25] }]] as const;

  it('answers from it while the character stands, by reactive blend while it walks, or as it is told', () => {
    const methods = (clip: keyof typeof clips, options = {}): Set<string> => {
      const { events } = stage(clips[clip], { library, ...options }).play({ seconds: 1, hits });
      return new Set(events.filter(({ kind }) => kind === 'impact').map(({ method }) => method));
    };
    expect(methods('idle')).toEqual(new Set(['push-response']));
    expect(methods('walk')).toEqual(new Set(['reactive-blend']));
    expect(methods('idle', { method: 'reactive-blend' })).toEqual(new Set(['reactive-blend']));
  });

  it('ends at the latest when the character walks on, whatever stance it has come to', () => {
    const { layer, pose, play } = stage(clips.idle, { library });
    play({ seconds: 6, hits: [[0.5, { bone: 'chest', impulse: [17, 0, 22] }]] });
    const events: string[] = [];
    for (let frame = 0; frame < 240; frame++) {
      sample(pose, clips.walk, frame / 60);
      events.push(...layer.update(1 / 60).map(({ kind, method }) => `${kind} ${method}`));
      if (frame === 60) expect(layer.active).toBeUndefined();
      if (frame === 120) layer.hit({ bone: 'chest', impulse: [12, 0, 0] });
    }
    expect(events).toContain('impact reactive-blend');
  });

  it('comes back to the idle, and has the same future from a saved moment', () => {
    let saved = new Uint8Array();
    const first = stage(clips.idle, { library }).play({
      seconds: 7,
      hits,
      onFrame: (frame, layer) => {
        if (frame === 60) saved = layer.save();
      },
    });
    expect(first.layer.active).toBeUndefined();
    expect(first.events.some(({ kind }) => kind === 'recovered')).toBe(true);
    const again = stage(clips.idle, { library });
    again.layer.restore(saved);
    expect(again.play({ seconds: 7, from: 61, hits }).poses).toEqual(first.poses.slice(61));
  });
});

describe('ten hits in ten seconds', () => {
  const bones = ['chest', 'head', 'leftUpperArm', 'hips', 'rightHand'] as const;
  const hits = Array.from({ length: 10 }, (_, k): readonly [number, Hit] => {
    const angle = 2.4 * k;
    const size = 12 + 2 * (k % 5);
    return [0.6 + 0.9 * k, { bone: bones[k % 5]!, impulse: [size * Math.sin(angle), 0, size * Math.cos(angle)] }];
  });
  const ws = createWorkspace(body);

  it('leave planted feet within half a millimetre: idle', () => {
    const blender = startReactiveBlend({ body, clip: clips.idle });
    if (!(blender instanceof ReactiveBlender)) throw new Error('an idle stands');
    const stood = [0, 0]; // frames in a row
    const before = new Float64Array(4);
    let [worst, planted] = [0, 0];
    for (let frame = 0; frame < 600; frame++) {
      for (const [time, { bone, impulse }] of hits) {
        if (Math.round(60 * time) === frame)
          blender.push({ impulse: impulse as Vec3, segment: body.roles[bone as (typeof bones)[number]]! });
      }
      blender.step(1 / 60);
      const { reaction, isReacting } = blender.character;
      forwardKinematics(body, ws, blender.q);
      for (const side of [0, 1] as const) {
        stood[side] = isReacting && reaction.feet[side].stands ? stood[side]! + 1 : 0;
        const { toes } = body.soles[side];
        for (const c of [0, 1]) {
          const at = ws.segmentOrigin[3 * toes + 2 * c]!;
          // a foot that has just landed comes to rest within a tenth of a second
          if (stood[side]! > 6) {
            worst = Math.max(worst, Math.abs(at - before[2 * side + c]!));
            planted++;
          }
          before[2 * side + c] = at;
        }
      }
    }
    expect(planted).toBeGreaterThan(500);
    expect(worst).toBeLessThan(5e-4);
  });

  it.each(['walk', 'run'] as const)('leave planted feet within half a millimetre: %s', (name) => {
    const walker = startLocomotion({ body, clip: clips[name] });
    const theirs = createWorkspace(body);
    const stood = [0, 0]; // frames in a row
    const before = new Float64Array(4);
    let [worst, planted] = [0, 0];
    for (let frame = 0; frame < 600; frame++) {
      for (const [time, { bone, impulse }] of hits) {
        if (Math.round(60 * time) === frame)
          walker.push({ impulse: impulse as Vec3, segment: body.roles[bone as (typeof bones)[number]]! });
      }
      walker.step(1 / 60);
      const { reaction, isReacting } = walker.character;
      forwardKinematics(body, ws, reaction.q);
      forwardKinematics(body, theirs, reaction.reference.next);
      for (const side of [0, 1] as const) {
        stood[side] = isReacting && reaction.feet[side].stands ? stood[side]! + 1 : 0;
        const { toes } = body.soles[side];
        // a foot that stands keeps its offset from the clip's, which may roll
        for (const c of [0, 1]) {
          // … and the clip may be moved along under it
          const moved = c === 0 ? reaction.reference.placement.x : reaction.reference.placement.z;
          const at = ws.segmentOrigin[3 * toes + 2 * c]! - theirs.segmentOrigin[3 * toes + 2 * c]! + moved;
          if (stood[side]! > 6) {
            worst = Math.max(worst, Math.abs(at - before[2 * side + c]!));
            planted++;
          }
          before[2 * side + c] = at;
        }
      }
    }
    expect(planted).toBeGreaterThan(100);
    expect(worst).toBeLessThan(5e-4);
  });
});
