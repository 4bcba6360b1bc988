/** Getting up through the layer: by itself, when told, or not at all; saves; and on with the animation. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { Hit } from '../../src/runtime/events.ts';
import { falls } from '../../src/runtime/falls.ts';
import { body, clips, stage } from './stage.ts';

const hard: Hit = { bone: 'chest', impulse: [150, 0, 60] };
const ws = createWorkspace(body);
const comHeight = (pose: Float64Array): number => {
  forwardKinematics(body, ws, pose);
  return ws.com[1]!;
};

describe('a layer whose character gets up', () => {
  it.each(['idle', 'walk'] as const)('goes on with the clip %s after a fall, and says so', (name) => {
    const { layer, events, poses } = stage(clips[name], { falls, liesFor: 0.5 }).play({
      seconds: 11,
      hits: [[1, hard]],
    });
    const kinds = events.map(({ kind }) => kind).filter((kind) => ['fall', 'down', 'up', 'settled'].includes(kind));
    expect(kinds).toEqual(['fall', 'down', 'up', 'settled']);
    const [down, up] = ['down', 'up'].map((kind) => events.find((event) => event.kind === kind)!.time);
    expect(up! - down!).toBeLessThan(5.5);
    expect(comHeight(poses.at(-1)!)).toBeGreaterThan(0.85);
    expect(layer.active).toBeUndefined();
    expect(layer.status).toBe('balanced');
  });

  it('lies until it is told to get up, and stays down when told so', () => {
    const { layer, play } = stage(clips.idle, { falls });
    expect(layer.getUp()).toBe(false);
    play({ seconds: 4, hits: [[1, hard]] });
    expect(layer.status).toBe('falling');
    expect(layer.getUp({ after: 0.2 })).toBe(true);
    layer.stayDown();
    play({ seconds: 5, from: 240 });
    expect(layer.status).toBe('falling');
    expect(layer.getUp()).toBe(true);
    expect(layer.status).toBe('recovering');
    const { events } = play({ seconds: 10, from: 300 });
    expect(events.map(({ kind }) => kind)).toContain('up');
  });

  it('has the same future from a saved moment on the way up, to the byte', () => {
    let saved = new Uint8Array();
    const first = stage(clips.idle, { falls, liesFor: 0 }).play({
      seconds: 8,
      hits: [[1, hard]],
      onFrame: (frame, layer) => {
        if (frame !== 240) return;
        expect(layer.status).toBe('recovering');
        saved = layer.save();
      },
    });
    expect(saved.length).toBeLessThan(12288);
    const { layer, play } = stage(clips.idle, { falls, liesFor: 0 });
    play({ seconds: 0.1 });
    layer.restore(saved);
    const { poses } = play({ seconds: 8, from: 241 });
    expect(poses.at(-1)).toEqual(first.poses.at(-1));
  });
});
