"""Poise in Blender: judge, mend and push the active armature through the `poise` command.

Install: Edit > Preferences > Add-ons > Install…, choose this file, and set the command in its preferences.
The panel is in the 3D view's sidebar (N), tab Poise. Nothing leaves the machine.
"""

import json
import os
import shlex
import subprocess
import tempfile
from math import degrees, radians

import bpy
from mathutils import Euler, Matrix, Vector

bl_info = {
    "name": "Poise: balance for animated people",
    "author": "Poise contributors",
    "version": (0, 1, 0),
    "blender": (3, 3, 0),
    "location": "View3D > Sidebar > Poise",
    "description": "Says where a motion could not happen, mends it, and lets characters answer pushes",
    "category": "Animation",
}

MARK = "poise: "  # what the names of Poise's markers begin with
MOST_SECONDS = 600  # that a command may take
MARKER_LENGTH = 60  # characters of a finding that a marker shows


class PoiseError(Exception):
    """Something the user can put right."""


# Armature -> BVH and back. World axes of Blender (Z up), metres, rotations Z X Y.


def bones_of(armature):
    """The largest tree of bones, parents first. Controls beside it are left alone."""

    def tree(bone):
        return [bone] + [below for child in bone.children for below in tree(child)]

    roots = [bone for bone in armature.data.bones if bone.parent is None]
    if not roots:
        raise PoiseError("The armature has no bones.")
    return max((tree(root) for root in roots), key=len)


def rest_head(armature, bone):
    return armature.matrix_world @ bone.head_local


def turn_of(matrix):
    """The rotation of a matrix, whatever its scale."""
    return matrix.to_quaternion().to_matrix()


def write_bvh(path, armature, frames, frame_time):
    bones = bones_of(armature)
    lines = ["HIERARCHY"]
    write_joint(lines, armature, bones[0], None, 0)
    lines += ["MOTION", f"Frames: {len(frames)}", f"Frame Time: {frame_time:.9f}"]
    scene = bpy.context.scene
    before = scene.frame_current
    for frame in frames:
        scene.frame_set(frame)
        lines.append(" ".join(f"{value:.6f}" for value in channels(armature, bones)))
    scene.frame_set(before)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def write_joint(lines, armature, bone, parent, depth):
    indent = "  " * depth
    head = rest_head(armature, bone)
    offset = head - rest_head(armature, parent) if parent else head * 0
    channel = "6 Xposition Yposition Zposition" if parent is None else "3"
    lines += [
        f"{indent}{'JOINT' if parent else 'ROOT'} {bone.name.replace(' ', '_')}",
        indent + "{",
        f"{indent}  OFFSET {offset.x:.6f} {offset.y:.6f} {offset.z:.6f}",
        f"{indent}  CHANNELS {channel} Zrotation Xrotation Yrotation",
    ]
    for child in bone.children:
        write_joint(lines, armature, child, bone, depth + 1)
    if not bone.children:
        tip = armature.matrix_world @ bone.tail_local - head
        lines += [f"{indent}  End Site", indent + "  {", f"{indent}    OFFSET {tip.x:.6f} {tip.y:.6f} {tip.z:.6f}", indent + "  }"]
    lines.append(indent + "}")


def world_turn(armature, bone):
    """How a bone is turned in the world against its rest pose."""
    now = turn_of(armature.matrix_world @ armature.pose.bones[bone.name].matrix)
    rest = turn_of(armature.matrix_world @ bone.matrix_local)
    return now @ rest.transposed()


def channels(armature, bones):
    values = list(armature.matrix_world @ armature.pose.bones[bones[0].name].head)
    turns = {}
    for bone in bones:
        turns[bone.name] = world_turn(armature, bone)
        above = turns.get(bone.parent.name) if bone.parent else None
        local = above.transposed() @ turns[bone.name] if above else turns[bone.name]
        angles = local.to_euler("YXZ")  # R = Z X Y as a product of matrices
        values += [degrees(angles.z), degrees(angles.x), degrees(angles.y)]
    return values


def read_bvh(path):
    """Joints with their channels, and the rows of numbers, of a BVH that Poise has written."""
    with open(path, encoding="utf-8") as file:
        head, motion = file.read().split("MOTION", 1)
    joints = []
    words = head.split()
    for i, word in enumerate(words):
        if word in ("ROOT", "JOINT"):
            joints.append([words[i + 1], []])
        elif word == "CHANNELS":
            joints[-1][1] = words[i + 2 : i + 2 + int(words[i + 1])]
    lines = motion.strip().split("\n")
    frame_time = float(lines[1].split(":")[1])
    return joints, [[float(number) for number in line.split()] for line in lines[2:]], frame_time


def apply_bvh(path, armature, first, scene):
    """Keys the armature's bones as the file moves them, from the frame `first` on; returns the last frame."""
    joints, rows, frame_time = read_bvh(path)
    bones = bones_of(armature)
    by_name = {bone.name.replace(" ", "_"): bone for bone in bones}
    missing = [name for name, _ in joints if name not in by_name]
    if missing:
        raise PoiseError(f"The result has joints that the armature lacks: {', '.join(missing[:3])}.")
    action = bpy.data.actions.new(f"{armature.name} (Poise)")
    armature.animation_data_create().action = action
    per_frame = frame_time * scene.render.fps / scene.render.fps_base
    for k, row in enumerate(rows):
        key_pose(armature, bones, turns_in(joints, row, by_name), row, first + k * per_frame, joints)
    return first + (len(rows) - 1) * per_frame


AXIS = {"X": 0, "Y": 1, "Z": 2}


def turns_in(joints, row, by_name):
    """World turn of every bone against its rest pose."""
    turns = {}
    at = 0
    for name, names in joints:
        local = Matrix.Identity(3)
        for k, channel in enumerate(names):
            if channel.endswith("rotation"):
                angles = [0.0, 0.0, 0.0]
                angles[AXIS[channel[0]]] = radians(row[at + k])
                local = local @ Euler(angles).to_matrix()
        at += len(names)
        bone = by_name[name]
        above = turns.get(bone.parent.name) if bone.parent else None
        turns[bone.name] = above @ local if above else local
    return turns


def key_pose(armature, bones, turns, row, frame, joints):
    from_world = turn_of(armature.matrix_world).transposed()
    poses = {}
    for bone in bones:
        rest = turn_of(armature.matrix_world @ bone.matrix_local)
        poses[bone.name] = from_world @ turns[bone.name] @ rest  # in the armature's axes
        above = poses.get(bone.parent.name) if bone.parent else None
        own_rest = turn_of(bone.matrix_local)
        parent_rest = turn_of(bone.parent.matrix_local) if above else None
        basis = (own_rest.transposed() @ parent_rest @ above.transposed() if above else own_rest.transposed()) @ poses[bone.name]
        posed = armature.pose.bones[bone.name]
        if posed.rotation_mode == "QUATERNION":
            posed.rotation_quaternion = basis.to_quaternion()
            posed.keyframe_insert("rotation_quaternion", frame=frame)
        elif posed.rotation_mode == "AXIS_ANGLE":
            axis, angle = basis.to_quaternion().to_axis_angle()
            posed.rotation_axis_angle = (angle, *axis)
            posed.keyframe_insert("rotation_axis_angle", frame=frame)
        else:
            posed.rotation_euler = basis.to_euler(posed.rotation_mode, posed.rotation_euler)
            posed.keyframe_insert("rotation_euler", frame=frame)
    root = armature.pose.bones[bones[0].name]
    place = [0.0, 0.0, 0.0]
    for k, channel in enumerate(joints[0][1]):
        if channel.endswith("position"):
            place[AXIS[channel[0]]] = row[k]
    moved = armature.matrix_world.inverted() @ Vector(place) - bones[0].head_local
    root.location = turn_of(bones[0].matrix_local).transposed() @ moved
    root.keyframe_insert("location", frame=frame)


# The command.


def command_line():
    addon = bpy.context.preferences.addons.get(__name__)
    text = addon.preferences.command if addon else os.environ.get("POISE_COMMAND", "poise")
    return shlex.split(text)


def run_poise(arguments):
    try:
        done = subprocess.run(
            [*command_line(), *arguments], capture_output=True, text=True, timeout=MOST_SECONDS, check=False
        )
    except FileNotFoundError as error:
        raise PoiseError(f"The command {error.filename} was not found: set it in the preferences of the add-on.") from error
    except subprocess.TimeoutExpired as error:
        raise PoiseError(f"Poise took longer than {MOST_SECONDS} s.") from error
    if done.returncode not in (0, 1):
        raise PoiseError((done.stderr or done.stdout).strip().split("\n")[-1] or f"exit code {done.returncode}")
    return done


def active_armature(context):
    armature = context.active_object
    if armature is None or armature.type != "ARMATURE":
        raise PoiseError("Select an armature first.")
    return armature


class Exported:
    """The active armature's motion as a BVH in a folder that goes when the work is done."""

    def __init__(self, context):
        self.scene = context.scene
        self.armature = active_armature(context)
        self.first = self.scene.frame_start

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="poise-")
        self.file = os.path.join(self.folder.name, "clip.bvh")
        self.result = os.path.join(self.folder.name, "result.bvh")
        frames = range(self.scene.frame_start, self.scene.frame_end + 1)
        if len(frames) < 3:
            raise PoiseError("The scene has fewer than three frames.")
        write_bvh(self.file, self.armature, frames, self.scene.render.fps_base / self.scene.render.fps)
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def flags(self):
        return ["--unit", "m", "--up", "z"]


def mark_findings(scene, first, findings):
    for marker in [marker for marker in scene.timeline_markers if marker.name.startswith(MARK)]:
        scene.timeline_markers.remove(marker)
    for finding in findings:
        text = f"{MARK}{finding['severity']}: {finding['message']}"
        scene.timeline_markers.new(text[:MARKER_LENGTH], frame=first + int(finding["worst"]))


def judge(context):
    """Marks what could not happen; returns the headline."""
    with Exported(context) as clip:
        found = json.loads(run_poise(["analyse", clip.file, "--json", "--brief", *clip.flags()]).stdout)
        mark_findings(clip.scene, clip.first, found["findings"])
        return found["verdict"]["headline"]


def mend(context):
    """Gives the armature a new action with the mended motion; returns what was done."""
    with Exported(context) as clip:
        done = run_poise(["mend", clip.file, "-o", clip.result, *clip.flags()])
        apply_bvh(clip.result, clip.armature, clip.first, clip.scene)
        return done.stdout.strip().split("\n")[0].replace(clip.file, "").replace(clip.result, "").strip(": ")


def react(context, push):
    """Gives the armature a new action in which it answers a push; returns what happened."""
    with Exported(context) as clip:
        done = run_poise(["react", clip.file, "-o", clip.result, "--push", push, *clip.flags()])
        last = apply_bvh(clip.result, clip.armature, clip.first, clip.scene)
        clip.scene.frame_end = max(clip.scene.frame_end, int(last))
        return done.stdout.strip().split("\n")[-1]


def reported(operator, work):
    try:
        operator.report({"INFO"}, work())
        return {"FINISHED"}
    except PoiseError as error:
        operator.report({"ERROR"}, str(error))
        return {"CANCELLED"}


class POISE_OT_judge(bpy.types.Operator):
    """Mark the frames that could not happen"""

    bl_idname = "poise.judge"
    bl_label = "Judge"

    def execute(self, context):
        return reported(self, lambda: judge(context))


class POISE_OT_mend(bpy.types.Operator):
    """Repair the motion into a new action; the old one is kept"""

    bl_idname = "poise.mend"
    bl_label = "Mend"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        return reported(self, lambda: mend(context))


class POISE_OT_react(bpy.types.Operator):
    """Push the character at the current frame; the answer becomes a new action"""

    bl_idname = "poise.react"
    bl_label = "Push"
    bl_options = {"REGISTER", "UNDO"}

    impulse: bpy.props.FloatVectorProperty(
        name="Impulse [N·s]", description="To the character's left, up, forward", default=(0.0, 0.0, 35.0), size=3
    )
    at: bpy.props.StringProperty(name="At", description="Part of the body", default="chest")

    def execute(self, context):
        scene = context.scene
        seconds = (scene.frame_current - scene.frame_start) * scene.render.fps_base / scene.render.fps
        impulse = ",".join(f"{value:g}" for value in self.impulse)
        return reported(self, lambda: react(context, f"t={seconds:g} at={self.at} impulse={impulse}"))


class POISE_PT_panel(bpy.types.Panel):
    bl_label = "Poise"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Poise"

    def draw(self, _context):
        for operator in (POISE_OT_judge, POISE_OT_mend, POISE_OT_react):
            self.layout.operator(operator.bl_idname)


class PoisePreferences(bpy.types.AddonPreferences):
    bl_idname = __name__

    command: bpy.props.StringProperty(
        name="Command", description="How `poise` is called, e.g. npx poise", default="poise"
    )

    def draw(self, _context):
        self.layout.prop(self, "command")


CLASSES = (PoisePreferences, POISE_OT_judge, POISE_OT_mend, POISE_OT_react, POISE_PT_panel)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)


def unregister():
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)


if __name__ == "__main__":
    register()
