/** Parts of the mode React that need no page: who reacts, the pad, the ground, links. */
import { type Clip, motionNamed, perform } from 'poise';
import { describe, expect, it } from 'vitest';
import { groundFor, type Stand } from '../src/modes/react/ground.ts';
import { waysOut } from '../src/modes/react/other-take.ts';
import { dotAt, frameFor, impulseAt, pixelOf, polarPixel } from '../src/modes/react/pad-geometry.ts';
import { readyToReact } from '../src/modes/react/prepare.ts';
import { acceptsSettings, REACT_SETTINGS } from '../src/modes/react/types.ts';
import { dragImpulse } from '../src/modes/shared/push-drag.ts';
import type { LibraryEntry } from '../src/state/types.ts';

describe('pad', () => {
  const frame = frameFor(300, 57);

  it('has forward up and the person’s left on the left, and reads back what it shows', () => {
    expect(frame.most).toBe(70);
    const [x, y] = pixelOf(frame, 10, 30);
    expect(x).toBeLessThan(150);
    expect(y).toBeLessThan(150);
    const [left, forward] = impulseAt(frame, x, y);
    expect(left).toBeCloseTo(10, 9);
    expect(forward).toBeCloseTo(30, 9);
  });

  it('finds the dot below the pointer, and none where there is none', () => {
    const dots = [
      { radius: 20, angle: 0 },
      { radius: 40, angle: Math.PI / 2 },
    ];
    const [x, y] = polarPixel(frame, 40, Math.PI / 2);
    expect(x).toBeLessThan(150);
    expect(dotAt(frame, dots, x + 3, y - 2, 9)).toBe(1);
    expect(dotAt(frame, dots, 150, 280, 9)).toBeUndefined();
  });
});

describe('drag on the body', () => {
  it('goes along the floor: to the side as on the screen, up is away from the camera', () => {
    // A camera that looks along −z, 30° down; its right is +x.
    const down = Math.PI / 6;
    const direction = [0, -Math.sin(down), -Math.cos(down)] as const;
    const [sideX, sideZ] = dragImpulse({ vector: [0.5, 0, 0], direction });
    expect(sideX).toBeCloseTo(35, 9);
    expect(sideZ).toBeCloseTo(0, 9);
    const up = [0, 0.5 * Math.cos(down), -0.5 * Math.sin(down)] as const;
    const [awayX, awayZ] = dragImpulse({ vector: up, direction });
    expect(awayX).toBeCloseTo(0, 9);
    expect(awayZ).toBeCloseTo(-35, 9);
  });

  it('is what is drawn when seen from above, and ends somewhere', () => {
    expect(dragImpulse({ vector: [0.1, 0, -0.2], direction: [0, -1, 0] })).toEqual([7, -14]);
    const far = dragImpulse({ vector: [30, 0, 40], direction: [0, -1, 0] });
    expect(Math.hypot(...far)).toBeCloseTo(150, 9);
  });
});

describe('ground', () => {
  const stand: Stand = { x: 1, z: 2, heading: Math.PI / 2, toes: 0.2, heels: -0.08, left: 0.15, right: -0.15 };
  const sizes = { ahead: 0.1, behind: 0.3, aside: 0.5 };
  const seen = (point: readonly [number, number]) => ({ forward: point[0] - 1, left: -(point[1] - 2) });

  it('carries everywhere, or ends where it is said to, seen from the person', () => {
    expect(groundFor(stand, { ground: 'floor', ...sizes }).polygons).toEqual([]);
    const [ledge] = groundFor(stand, { ground: 'ledge', ...sizes }).polygons;
    expect(Math.max(...ledge!.map((p) => seen(p).forward))).toBeCloseTo(0.3, 9);
    const [plate] = groundFor(stand, { ground: 'plate', ...sizes }).polygons;
    expect(Math.max(...plate!.map((p) => seen(p).left))).toBeCloseTo(0.65, 9);
    expect(Math.min(...plate!.map((p) => seen(p).forward))).toBeCloseTo(-0.38, 9);
    const [beam] = groundFor(stand, { ground: 'beam', ...sizes }).polygons;
    const along = beam!.map((p) => seen(p).forward);
    expect(Math.max(...along) - Math.min(...along)).toBeLessThan(0.4);
    expect(Math.max(...beam!.map((p) => seen(p).left))).toBeGreaterThan(2);
  });
});

describe('who reacts', () => {
  const motionOf = (clip: Clip): string => {
    const found = readyToReact(clip, {});
    return typeof found === 'string' ? found : found.motion;
  };

  it('is whoever is on their feet, by what the clip shows', () => {
    expect(motionOf(perform(motionNamed('idle')))).toBe('stands');
    expect(motionOf(perform(motionNamed('walk')))).toBe('walks');
    expect(motionOf(perform(motionNamed('run')))).toBe('runs');
    expect(motionOf(perform(motionNamed('kick')))).toBe('moves');
  });

  it('is told in words where nobody can', () => {
    const idle = perform(motionNamed('idle'));
    expect(motionOf({ ...idle, roles: { status: 'none', reason: 'x' } as unknown as Clip['roles'] })).toMatch(
      /no person/,
    );
    const raised = idle.q.slice();
    const nq = raised.length / idle.frameCount;
    // lies on its back in the air, a metre above where it stood
    for (let frame = 0; frame < idle.frameCount; frame++)
      raised.set([Math.SQRT1_2, -Math.SQRT1_2, 0, 0], frame * nq + 3);
    expect(motionOf({ ...idle, q: raised })).toMatch(/not on its feet/);
  });

  it('could be another take of the file, or the built-in idle', () => {
    const take = (file: string, name: string): LibraryEntry =>
      ({ id: name, name: `${file} · ${name}`, origin: { kind: 'file', file, take: 0, fileId: file } }) as LibraryEntry;
    const idle = { id: 'built-in:idle', name: 'Idle', origin: { kind: 'built-in' } } as LibraryEntry;
    const [swim, walk, stand] = ['swim', 'walk', 'Standing'].map((name) => take('a.glb', name));
    const titles = (library: readonly (LibraryEntry | undefined)[]): readonly string[] =>
      waysOut(library as LibraryEntry[], swim).map(({ title }) => title);
    expect(titles([swim, walk, stand, idle])).toEqual(['Use “Standing” of this file', 'Use the built-in idle']);
    expect(titles([swim, walk, take('b.glb', 'idle'), idle])[0]).toBe('Use “walk” of this file');
    expect(titles([swim, idle])).toEqual(['Use the built-in idle']);
  });
});

describe('settings of a link', () => {
  it('are taken when they make sense', () => {
    expect(acceptsSettings(REACT_SETTINGS)).toBe(true);
    expect(acceptsSettings({ ...REACT_SETTINGS, allowed: ['fly'] })).toBe(false);
    expect(acceptsSettings({ ...REACT_SETTINGS, ahead: 'far' })).toBe(false);
    expect(acceptsSettings({ ...REACT_SETTINGS, ground: 'moon' })).toBe(false);
    expect(acceptsSettings({ ...REACT_SETTINGS, engine: 'magic' })).toBe(false);
    expect(acceptsSettings({ ...REACT_SETTINGS, beta: 0 })).toBe(false);
    expect(acceptsSettings({ ...REACT_SETTINGS, mass: Number.NaN })).toBe(false);
    expect(acceptsSettings({ ...REACT_SETTINGS, gains: 'loose' })).toBe(false);
    expect(acceptsSettings({ ...REACT_SETTINGS, replay: [[30, 0, 0, 40, 3]] })).toBe(true);
    for (const row of [
      [30, 0, 0, 40],
      [-1, 0, 0, 40, 3],
      [30, 0, 0, 1e9, 3],
      ['30', 0, 0, 40, 3],
    ])
      expect(acceptsSettings({ ...REACT_SETTINGS, replay: [row] })).toBe(false);
  });
});
