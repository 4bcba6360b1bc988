import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, basename, dirname } from 'node:path';
import { readClips } from '../src/motion/formats/index.ts';
const M = '/work/shared/mocap';
function* walk(d: string): any { for (const f of readdirSync(d)) { const p = join(d, f); if (statSync(p).isDirectory()) yield* walk(p); else if (/\.(bvh|fbx|glb|gltf|amc|c3d|trc|npz|csv)$/i.test(f)) yield p; } }
for (const p of [...walk(M), ...walk('/work/shared/ai-motion')]) {
  try {
    const cs = await readClips(readFileSync(p), basename(p), { neighbours: readdirSync(dirname(p)), companion: async (n: string) => readFileSync(join(dirname(p), n)) } as any);
    const c = cs[0]; const n = c.source?.notes.find((x) => x.topic === 'ground');
    if (c.source && c.source.frame.groundHeight !== 0) console.log(p.slice(13), c.source.frame.groundHeight.toFixed(3), c.frameCount, n?.confidence);
  } catch (e: any) { }
}
