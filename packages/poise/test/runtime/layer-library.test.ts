/** A layer with responses to choose from, and one that is hit again and again. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
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
      return new Set(events.map(({ method }) => method));
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
    let saved = '';
    const first = stage(clips.idle, { library }).play({
      seconds: 7,
      hits,
      onFrame: (frame, layer) => {
        if (frame === 60) saved = JSON.stringify(layer.save());
      },
    });
    expect(first.layer.active).toBeUndefined();
    expect(first.events.some(({ kind }) => kind === 'recovered')).toBe(true);
    const again = stage(clips.idle, { library });
    again.layer.restore(JSON.parse(saved));
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

  it.each(['idle', 'walk', 'run'] as const)('leave planted feet within half a millimetre: %s', (name) => {
    const clip = clips[name];
    const driven = stage(clip);
    let worst = 0;
    let planted = 0;
    const before = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
    const own = new Float64Array(driven.pose.length);
    const { poses, events } = driven.play({
      seconds: Math.min(10, (clip.frameCount - 1) * clip.frameTime),
      hits,
      onFrame: (frame, layer) => {
        const state = layer.save().driver?.state as { steps: { stands: number[] }; mode: string } | undefined;
        sample(own, clip, frame / 60);
        forwardKinematics(body, ws, own);
        const theirs = body.soles.flatMap(({ foot }) => [ws.segmentOrigin[3 * foot]!, ws.segmentOrigin[3 * foot + 2]!]);
        forwardKinematics(body, ws, driven.pose);
        for (const side of [0, 1]) {
          const { foot } = body.soles[side]!;
          // a foot that stands keeps its offset from the clip's, which may roll
          for (const c of [0, 1]) {
            const offset = ws.segmentOrigin[3 * foot + 2 * c]! - theirs[2 * side + c]!;
            const stands = state?.mode === 'reacting' && state.steps.stands[side] === 1;
            if (stands && !Number.isNaN(before[2 * side + c]!)) {
              worst = Math.max(worst, Math.abs(offset - before[2 * side + c]!));
              planted++;
            }
            before[2 * side + c] = stands ? offset : Number.NaN;
          }
        }
      },
    });
    expect(poses.every((pose) => pose.every(Number.isFinite))).toBe(true);
    expect(events.filter(({ kind }) => kind === 'impact').length).toBeGreaterThanOrEqual(5);
    expect(planted).toBeGreaterThan(100);
    expect(worst).toBeLessThan(5e-4);
  });
});
