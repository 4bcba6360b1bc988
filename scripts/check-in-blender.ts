/**
 * Opens FBX files that Poise writes in Blender, without a window, and compares where it puts the joints. Not part of the tests: needs
 * `blender` (Debian: apt-get install blender).
 *
 *   npx tsx scripts/check-in-blender.ts [walk punch …]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clip, motionNamed, perform, writeClip } from '../packages/poise/src/index.ts';
import { coordinateCount } from '../packages/poise/src/motion/skeleton.ts';
import { worldFramesOf } from '../packages/poise/src/motion/world-frames.ts';

const FRAMES = [0, 20, 60];
const NEAR = 1e-4; // [m] Blender computes with 32-bit floats

/** Prints the places of all bones as JSON; Blender's Z is up, so its (x, y, z) is our (x, −z, y). */
const SCRIPT = `
import bpy, json, sys
file, out, frames, time = sys.argv[-4], sys.argv[-3], json.loads(sys.argv[-2]), float(sys.argv[-1])
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.fbx(filepath=file, ignore_leaf_bones=False)
scene = bpy.context.scene
fps = scene.render.fps / scene.render.fps_base
def places():
    found = {}
    for o in bpy.data.objects:
        if o.type == 'ARMATURE':
            for b in o.pose.bones:
                found[b.name] = list((o.matrix_world @ b.matrix).translation)
        else:
            found[o.name] = list(o.matrix_world.translation)
    return found
first = min(a.frame_range[0] for a in bpy.data.actions)
rows = []
for f in frames:
    at = first + f * time * fps
    scene.frame_set(int(at), subframe=at - int(at))
    rows.append(places())
json.dump({'rows': rows, 'actions': [a.name for a in bpy.data.actions]}, open(out, 'w'))
`;

interface Seen {
  readonly rows: readonly Readonly<Record<string, readonly [number, number, number]>>[];
}

function seenInBlender(folder: string, file: string, clip: Clip): Seen {
  const [script, out] = [join(folder, 'see.py'), join(folder, 'seen.json')];
  writeFileSync(script, SCRIPT);
  const argv = ['-b', '--python-exit-code', '1', '--python', script, '--', file, out, JSON.stringify(FRAMES)];
  execFileSync('blender', [...argv, String(clip.frameTime)], { stdio: ['ignore', 'ignore', 'inherit'] });
  return JSON.parse(readFileSync(out, 'utf8')) as Seen;
}

/** Largest distance [m] between Blender's joints and the clip's. */
function farthest(clip: Clip, { rows }: Seen): number {
  let worst = 0;
  FRAMES.forEach((frame, i) => {
    const { origins } = worldFramesOf(clip.skeleton, clip.q, frame * coordinateCount(clip.skeleton));
    clip.skeleton.names.forEach((name, joint) => {
      const place = rows[i]?.[name];
      if (!place) throw new Error(`Blender has no "${name}"`);
      const [x, y, z] = [place[0], place[2], -place[1]];
      const [a, b, c] = origins.subarray(3 * joint, 3 * joint + 3);
      worst = Math.max(worst, Math.hypot(x - a!, y - b!, z - c!));
    });
  });
  return worst;
}

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'poise-blender-'));
let bad = 0;
try {
  for (const id of wanted.length > 0 ? wanted : ['walk', 'punch', 'turn']) {
    const clip = perform(motionNamed(id));
    const file = join(folder, `${id}.fbx`);
    writeFileSync(file, await writeClip(clip, file));
    const worst = farthest(clip, seenInBlender(folder, file, clip));
    if (!(worst < NEAR)) bad++;
    process.stdout.write(`${id}.fbx: joints within ${(1000 * worst).toFixed(4)} mm of Blender's\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = bad > 0 ? 1 : 0;
