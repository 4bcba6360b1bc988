"""Run by `blender --background --python check_blender.py -- CLIP.fbx`: the add-on against Blender itself.

POISE_COMMAND says how poise is called. Prints one JSON object; exit code 1 where something does not hold.
"""

import json
import os
import sys
import tempfile

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import poise_blender as poise  # noqa: E402


def load(clip):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 60
    bpy.ops.import_scene.fbx(filepath=clip)
    armature = next(each for each in bpy.context.scene.objects if each.type == "ARMATURE")
    bpy.context.view_layer.objects.active = armature
    armature.location = (0.3, -0.2, 0)
    bpy.context.view_layer.update()
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = (int(value) for value in armature.animation_data.action.frame_range)
    return armature, scene


def places(armature, scene, frames):
    found = []
    for frame in frames:
        scene.frame_set(frame)
        found += [tuple(armature.matrix_world @ bone.head) for bone in armature.pose.bones]
    return found


def furthest(a, b):
    return max(sum((x - y) ** 2 for x, y in zip(p, q)) ** 0.5 for p, q in zip(a, b))


def main(clip):
    armature, scene = load(clip)
    frames = range(scene.frame_start, scene.frame_end + 1, 7)
    before = places(armature, scene, frames)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "same.bvh")
        rate = scene.render.fps_base / scene.render.fps
        poise.write_bvh(file, armature, range(scene.frame_start, scene.frame_end + 1), rate)
        poise.apply_bvh(file, armature, scene.frame_start, scene)
    same = furthest(before, places(armature, scene, frames))
    headline = poise.judge(bpy.context)
    markers = [marker.name for marker in scene.timeline_markers]
    told = poise.mend(bpy.context)
    moved = furthest(before, places(armature, scene, frames))
    after = poise.judge(bpy.context)
    print("RESULT " + json.dumps({"same": same, "headline": headline, "markers": markers, "told": told, "moved": moved, "after": after}))


main(sys.argv[sys.argv.index("--") + 1])
