/** What planting feet does to captured people. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fitBody } from '../src/balance/fit-body.ts';
import { plantFeet } from '../src/methods/plant-feet/index.ts';
import { readClips } from '../src/motion/formats/index.ts';
import { MOCAP, type Outcome, table, type Validation } from './validation.ts';

const CLIPS: readonly (readonly [what: string, file: string])[] = [
  ['CMU 02_01 walk', 'cmu-bvh/02_01.bvh'],
  ['CMU 07_01 walk', 'cmu-bvh/07_01.bvh'],
  ['CMU 16_11 walk, veer', 'cmu-bvh/16_11.bvh'],
  ['CMU 02_04 jump, balance', 'cmu-bvh/02_04.bvh'],
  ['CMU 09_01 run', 'cmu-bvh/09_01.bvh'],
  ['SNU two-foot hops', 'snu-ys2010/wd2_slow_2foot_hop.bvh'],
  ['Bandai Namco walk', 'bandai-namco/dataset-1_walk_normal_001.bvh'],
  ['Xbot (three.js) agree', 'threejs-examples/Xbot.glb'],
];

const mm = (size: number): string => (1000 * size).toFixed(1);
const centimetres = (speed: number): string => (100 * speed).toFixed(1);

async function run(): Promise<Outcome> {
  const planted = [];
  for (const [what, file] of CLIPS) {
    const [clip] = await readClips(await readFile(resolve(MOCAP, file)), file);
    planted.push({ what, report: plantFeet(fitBody(clip), clip).report });
  }
  const rows = planted.map(({ what, report: { slide, skate, penetration, lowered } }) => [
    what,
    `${mm(slide.before)} → ${mm(slide.after)}`,
    `${centimetres(skate.before)} → ${centimetres(skate.after)}`,
    `${mm(penetration.before)} → ${mm(penetration.after)}`,
    (1000 * lowered).toFixed(0),
  ]);
  return {
    lines: planted.map(({ what, report: { slide } }) => ({
      id: `plant-feet/${what.toLowerCase().replace(/[^a-z0-9]+/g, '-')}/slide-after`,
      value: 1000 * slide.after,
      unit: 'mm',
      against: 'before',
      ratio: slide.after / slide.before,
    })),
    markdown: table(['clip', 'slide [mm]', 'skate [cm/s]', 'depth [mm]', 'hips lowered [mm]'], rows),
    figures: [],
  };
}

export const plantedCaptures: Validation = { id: 'plant-feet', page: 'docs/methods/plant-feet.md', run };
