/** How hard a character can be pushed: the search, the pendulum's estimate, the look-up, and the command. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { headingAt } from '../../src/gait/heading.ts';
import {
  canTake,
  type MapCell,
  mapQuestions,
  mapRoses,
  type RecoverabilityMap,
} from '../../src/methods/recoverability/index.ts';
import { planLimit } from '../../src/methods/recoverability/plan-limit.ts';
import { searchLimit } from '../../src/methods/recoverability/search-limit.ts';
import { unpackGlb } from '../../src/motion/formats/gltf-container.ts';
import { assetExtras } from '../../src/motion/formats/gltf-extras.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { poise } from '../cli/support.ts';

const folder = mkdtempSync(join(tmpdir(), 'poise-map-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the search for a limit', () => {
  it.each([0.7, 3, 5, 37, 99])('finds %d N·s within its tolerance, from below', (limit) => {
    const found = searchLimit((push) => push <= limit, { first: 5, most: 140, close: 0.05 });
    expect(found).toBeLessThanOrEqual(limit);
    expect(found).toBeGreaterThan(0.94 * limit);
  });

  it('ends at the most, and at 0 where nothing holds', () => {
    expect(searchLimit(() => true, { first: 5, most: 140, close: 0.05 })).toBe(140);
    expect(searchLimit((push) => push < 1e-12, { first: 5, most: 140, close: 0.05 })).toBeLessThan(1e-6);
  });
});

describe('the estimate by the pendulum', () => {
  const clip = perform(idle);
  const body = fitBody(clip);
  const report = analyse(body, clip);

  it('moves the capture point to the edge of the support, and not beyond', () => {
    const frame = 60;
    const { forward } = headingAt(body, clip, frame);
    const size = planLimit(report, frame, forward[0], forward[1]);
    const [x, z] = [report.capturePoint[3 * frame], report.capturePoint[3 * frame + 2]];
    const rate = Math.sqrt(9.81 / (report.com[3 * frame + 1] - report.ground.height));
    const way = size / (report.mass * rate);
    const ahead = (px: number, pz: number): number => px * forward[0] + pz * forward[1];
    const corners = Array.from(
      { length: report.supportStart[frame + 1] - report.supportStart[frame] },
      (_, i) => report.supportStart[frame] + i,
    ).map((i) => ahead(report.supportPoints[2 * i], report.supportPoints[2 * i + 1]));
    expect(way).toBeGreaterThan(0.03);
    expect(ahead(x, z) + way).toBeLessThanOrEqual(Math.max(...corners) + 1e-9);
    expect(ahead(x, z) + way).toBeGreaterThan(Math.max(...corners) - 0.03);
  });

  it('asks for one moment of somebody who stands, and for several of a walk', () => {
    expect(mapQuestions(body, clip)).toHaveLength(8);
    const gait = perform(walk);
    expect(mapQuestions(fitBody(gait), gait, { heights: ['hips', 'head'] })).toHaveLength(64);
  });
});

describe('a look-up', () => {
  const cell = (direction: number, noStep: number, steps: number): MapCell => ({
    time: 0.5,
    height: 'chest',
    direction,
    plan: null,
    noStep,
    steps,
    simulation: null,
  });
  const map: RecoverabilityMap = {
    poiseMap: 1,
    mass: 70,
    stature: 1.75,
    situation: 'stands',
    most: 140,
    cells: [cell(0, 20, 60), cell(Math.PI / 2, 40, 80), cell(Math.PI, 10, 50), cell((3 * Math.PI) / 2, 40, 80)],
  };
  const ahead = { forward: [0, 1] as const }; // faces +Z; its left is +X

  it.each([
    [[0, 0, 19], 'holds'],
    [[0, 0, 21], 'steps'],
    [[0, 0, 61], 'falls'],
    [[39, 0, 0], 'holds'],
    [[-41, 0, 0], 'steps'],
    [[0, 0, -11], 'steps'],
    [[0, 900, 5], 'holds'], // what comes from above is not on the map
    [[21, 0, 21], 'holds'], // 29.7 N·s between 20 and 40
    [[22, 0, 22], 'steps'],
  ] as const)('%j', (impulse, fate) => {
    expect(canTake(map, { impulse, ...ahead })).toBe(fate);
  });

  it('turns with the character', () => {
    expect(canTake(map, { impulse: [0, 0, 39], forward: [1, 0] })).toBe('holds'); // from the side now
    expect(canTake(map, { impulse: [-11, 0, 0], forward: [1, 0] })).toBe('steps');
  });

  it('counts the weakest moment where none is asked for', () => {
    const weak = { ...cell(0, 5, 10), time: 2 };
    const two = { ...map, cells: [...map.cells, weak] };
    expect(canTake(two, { impulse: [0, 0, 19], ...ahead })).toBe('falls');
    expect(canTake(two, { impulse: [0, 0, 19], ...ahead, time: 0.6 })).toBe('holds');
  });
});

describe('a layer', () => {
  const cells = [0, 1, 2, 3].map(
    (k): MapCell => ({
      time: 0,
      height: 'chest',
      direction: (k * Math.PI) / 2,
      plan: null,
      noStep: k === 0 ? 20 : 10,
      steps: 50,
      simulation: null,
    }),
  );
  const map: RecoverabilityMap = { poiseMap: 1, mass: 70, stature: 1.75, situation: 'stands', most: 140, cells };

  it('asks its map as the character faces, and says nothing without one', () => {
    const clip = perform(idle);
    const body = fitBody(clip);
    const pose = clip.q.slice(0, coordinateCount(clip.skeleton));
    const { forward } = headingAt(body, clip, 0);
    const along = (size: number): readonly [number, number, number] => [size * forward[0], 0, size * forward[1]];
    const layer = new ReactionLayer(body, poseRig(pose), { map });
    layer.update(1 / 60);
    expect([15, -15, 60].map((size) => layer.canTake(along(size)))).toEqual(['holds', 'steps', 'falls']);
    const bare = new ReactionLayer(body, poseRig(pose));
    bare.update(1 / 60);
    expect(bare.canTake(along(15))).toBeUndefined();
  });
});

describe('roses', () => {
  const cell = (time: number, direction: number, noStep: number | null, steps: number): MapCell => {
    return { time, height: 'chest', direction, plan: null, noStep, steps, simulation: null };
  };
  const turn = 2 * Math.PI;
  const map = (cells: readonly MapCell[]): RecoverabilityMap => {
    return { poiseMap: 1, mass: 70, stature: 1.75, situation: 'stands', most: 140, cells };
  };

  it('hold one ring per moment, in order, and interpolate between directions', () => {
    const late = [0, 0.25, 0.5, 0.75].map((share, i) => cell(2, share * turn, null, 10 + i));
    const early = [0, 0.25, 0.5, 0.75].map((share, i) => cell(1, share * turn, 4 * i, 20 + 4 * i));
    const [first, second] = mapRoses(map([...late, ...early]), 8);
    expect([first.time, second.time]).toEqual([1, 2]);
    expect(first.noStep!.map((value) => Math.round(1e9 * value) / 1e9)).toEqual([0, 2, 4, 6, 8, 10, 12, 6]);
    expect(first.steps.map((value) => Math.round(1e9 * value) / 1e9)).toEqual([20, 22, 24, 26, 28, 30, 32, 26]);
    expect(second.noStep).toBeNull();
  });

  it('are refused of what is no map', () => {
    expect(() => mapRoses({ cells: [] } as unknown as RecoverabilityMap, 8)).toThrow('/poiseMap');
  });
});

describe('poise map', () => {
  it('writes the motion with the map in its extras; steps take more than standing still', async () => {
    const out = join(folder, 'map.glb');
    const { code, stderr } = await poise('map', '--directions', '1', '--jobs', '1', '-o', out);
    expect([code, stderr]).toEqual([0, `wrote ${out}\n`]);
    const { text } = unpackGlb(readFileSync(out));
    const { poiseMap } = (JSON.parse(text) as { asset: { extras: { poiseMap: RecoverabilityMap } } }).asset.extras;
    const [{ noStep, steps, plan }] = poiseMap.cells as [MapCell];
    expect(noStep!).toBeGreaterThan(5);
    expect(steps).toBeGreaterThan(1.3 * noStep!);
    expect(noStep!).toBeLessThan(1.3 * plan!);
    const [read] = await readClips(readFileSync(out), 'map.glb');
    expect(assetExtras(read.source?.document)?.['poiseMap']).toEqual(poiseMap);
    expect((await poise('info', out)).code).toBe(0);
  });

  it('refuses what it cannot write or does not know', async () => {
    expect((await poise('map', '-o', join(folder, 'map.txt'))).stderr).toContain('.json, .svg, .glb');
    expect((await poise('map', '--at', 'nose', '-o', join(folder, 'map.json'))).stderr).toContain('hips, chest, head');
  });
});
