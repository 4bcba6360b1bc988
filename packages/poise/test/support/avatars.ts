/** Skinned three.js models as other houses build them, made by code, that show the motion of a clip of the performer: names, axes of bones, units,
 *  nodes above, twist bones, missing bones and bind poses as a game meets them. */
import * as THREE from 'three';
import { type Clip, frameAt } from '../../src/motion/clip.ts';
import { ROLES, type Role } from '../../src/motion/roles.ts';
import { quatIndex } from '../../src/motion/skeleton.ts';

export interface AvatarSpec {
  readonly id: string;
  /** The bone's name for a role; undefined: the model has no such bone. */
  readonly name: (role: Role) => string | undefined;
  readonly above?: readonly string[]; // bones between the armature and the hips, at the ground
  readonly legsOn?: string; // a bone in the hips' place that carries the legs: pelvis
  readonly clavicleOn?: Role; // other than the upper chest
  readonly axes?: 'world' | 'along' | 'any'; // of bones in the bind pose: as the scene, y along the bone, anyhow
  readonly armsDown?: number; // [rad] of the bind pose; 0: T
  readonly twists?: 'leaf' | 'chain'; // of upper arm, lower arm, upper leg
  readonly unit?: number; // [m] of a unit of bones
  readonly armature?: (node: THREE.Object3D) => void; // turned or scaled; positions of bones are as below it
  readonly world?: (node: THREE.Object3D) => void; // what the model hangs on
  readonly size?: number; // times the performer
  readonly zUp?: boolean; // bones live in axes with z up, below an armature that turns them
  readonly unskinned?: RegExp; // bones that no vertex follows and that the exporter left out of the skin
  readonly loose?: string; // a bone of the skin beside the hips' tree, first of its list
  readonly grown?: Readonly<Partial<Record<Role, number>>>; // scale of single bones, and so of all below
}

export interface Avatar {
  readonly world: THREE.Group; // of the game
  readonly root: THREE.Group; // the model
  readonly bones: ReadonlyMap<string, THREE.Bone>;
  readonly boneOf: (role: Role) => THREE.Bone | undefined;
  readonly helpers: readonly THREE.Bone[]; // that no track moves
  pose(frame: number): void;
}

interface Planned {
  readonly name: string;
  readonly role: Role | undefined; // whose turn it follows
  readonly parent: number;
  readonly at: THREE.Vector3; // in the T-pose of the performer [m]
  readonly own: THREE.Quaternion; // world axes of the bone in the T-pose
  readonly isHelper: boolean;
}

const CHILD: Partial<Record<Role, Role>> = {
  hips: 'spine',
  spine: 'chest',
  chest: 'upperChest',
  upperChest: 'neck',
  neck: 'head',
  leftUpperLeg: 'leftLowerLeg',
  leftLowerLeg: 'leftFoot',
  leftFoot: 'leftToes',
  rightUpperLeg: 'rightLowerLeg',
  rightLowerLeg: 'rightFoot',
  rightFoot: 'rightToes',
  leftShoulder: 'leftUpperArm',
  leftUpperArm: 'leftLowerArm',
  leftLowerArm: 'leftHand',
  rightShoulder: 'rightUpperArm',
  rightUpperArm: 'rightLowerArm',
  rightLowerArm: 'rightHand',
};
const TWISTED = /UpperArm|LowerArm|UpperLeg/;
const TURN_Z_UP = new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(1, 0, 0), Math.PI / 2);

/** Places of the performer's joints in its T-pose, and its parents, by role. */
function tPose({ skeleton }: Clip) {
  const at = new Map<Role, THREE.Vector3>();
  const above = new Map<Role, Role>();
  skeleton.names.forEach((name, k) => {
    const place = new THREE.Vector3().fromArray(skeleton.offsets, 3 * k);
    const parent = skeleton.names[skeleton.parents[k]!] as Role | undefined;
    if (parent) {
      place.add(at.get(parent)!);
      above.set(name as Role, parent);
    }
    at.set(name as Role, place);
  });
  return { at, above };
}

/** Bone axes as modellers have them. */
function axesOf(spec: AvatarSpec, role: Role, at: ReadonlyMap<Role, THREE.Vector3>, k: number): THREE.Quaternion {
  if (spec.axes === 'any') {
    const turn = new THREE.Quaternion(Math.sin(1 + k), Math.cos(3 * k), Math.sin(7 * k + 2), Math.cos(k)).normalize();
    return turn;
  }
  const turn = new THREE.Quaternion();
  if (spec.axes !== 'along') return turn;
  const child = CHILD[role];
  const to = child ? at.get(child)!.clone().sub(at.get(role)!) : new THREE.Vector3(0, 1, 0);
  return turn.setFromUnitVectors(new THREE.Vector3(0, 1, 0), to.normalize());
}

function planBones(spec: AvatarSpec, clip: Clip): Planned[] {
  const { at, above } = tPose(clip);
  const size = spec.size ?? 1;
  const planned: Planned[] = [];
  const carrier = new Map<Role, number>(); // that children of a role hang on
  const add = (
    name: string,
    role: Role | undefined,
    parent: number,
    place: THREE.Vector3,
    own: THREE.Quaternion,
    isHelper = false,
  ): number => planned.push({ name, role, parent, at: place.clone().multiplyScalar(size), own, isHelper }) - 1;
  let top = -1;
  for (const name of spec.above ?? [])
    top = add(name, undefined, top, new THREE.Vector3(0, -1, 0), new THREE.Quaternion());
  for (const role of ROLES_TOP_DOWN) {
    const name = spec.name(role);
    if (name === undefined) continue;
    let up = role.endsWith('Shoulder') ? (spec.clavicleOn ?? above.get(role)) : above.get(role);
    while (up && !carrier.has(up)) up = above.get(up);
    let parent = up ? carrier.get(up)! : top;
    if (spec.legsOn && role.endsWith('UpperLeg')) {
      const found = planned.findIndex((one) => one.name === spec.legsOn);
      parent = found >= 0 ? found : add(spec.legsOn, 'hips', parent, at.get('hips')!, new THREE.Quaternion());
    }
    const axes = axesOf(spec, role, at, planned.length);
    const own = add(name, role, parent, at.get(role)!, axes);
    carrier.set(role, own);
    if (!spec.twists || !TWISTED.test(role)) continue;
    const middle = at.get(role)!.clone().lerp(at.get(CHILD[role]!)!, 0.5);
    const twist = add(`${name}Twist`, role, own, middle, axes, true);
    if (spec.twists === 'chain') carrier.set(role, twist);
  }
  return planned;
}

const ROLES_TOP_DOWN: readonly Role[] = [...ROLES].sort((a, b) => depth(a) - depth(b));
function depth(role: Role): number {
  if (role === 'hips') return 0;
  if (role.endsWith('UpperLeg') || role === 'spine') return 1;
  if (role.endsWith('LowerLeg') || role === 'chest') return 2;
  if (role.endsWith('Foot') || role === 'upperChest') return 3;
  if (role.endsWith('Toes') || role === 'neck' || role.endsWith('Shoulder')) return 4;
  if (role === 'head' || role.endsWith('UpperArm')) return 5;
  return role.endsWith('LowerArm') ? 6 : 7;
}

export function buildAvatar(spec: AvatarSpec, clip: Clip): Avatar {
  const planned = planBones(spec, clip);
  const unit = spec.unit ?? 1;
  const [world, root, armature] = [new THREE.Group(), new THREE.Group(), new THREE.Group()];
  const scene = new THREE.Group();
  scene.add(world);
  world.add(root);
  root.add(armature);
  armature.name = 'Armature';
  const bones = planned.map(({ name }) => Object.assign(new THREE.Bone(), { name }));
  const zUp = spec.zUp ? TURN_Z_UP : new THREE.Quaternion();
  const back = new THREE.Quaternion();
  planned.forEach(({ parent, at, own }, k) => {
    const bone = bones[k]!;
    (parent < 0 ? armature : bones[parent]!).add(bone);
    bone.position.copy(at).divideScalar(unit);
    if (parent < 0) {
      bone.position.applyQuaternion(zUp);
      bone.quaternion.copy(zUp).multiply(own);
      return;
    }
    const above = planned[parent]!;
    back.copy(above.own).invert();
    bone.position.copy(at).sub(above.at).divideScalar(unit).applyQuaternion(back);
    bone.quaternion.copy(back).multiply(own);
  });
  const hips = bones[planned.findIndex(({ role }) => role === 'hips')]!;
  spec.armature?.(armature);
  spec.world?.(world);
  const arms = ['leftUpperArm', 'rightUpperArm'].map((role) => bones[planned.findIndex((one) => one.role === role)]!);
  scene.updateMatrixWorld(true);
  arms.forEach((arm, side) => {
    const down = new THREE.Quaternion().setFromAxisAngle(
      new THREE.Vector3(0, 0, 1),
      (side === 0 ? -1 : 1) * (spec.armsDown ?? 0),
    );
    const { own } = planned[bones.indexOf(arm)]!;
    arm.quaternion.multiply(own.clone().invert()).multiply(down).multiply(own);
  });
  for (const [role, scale] of Object.entries(spec.grown ?? {}))
    bones[planned.findIndex((one) => one.role === role)]!.scale.setScalar(scale);
  const skinned = bones.filter(({ name }) => !spec.unskinned?.test(name));
  if (spec.loose) {
    const loose = Object.assign(new THREE.Bone(), { name: spec.loose });
    armature.add(loose);
    skinned.unshift(loose);
  }
  scene.updateMatrixWorld(true);
  const mesh = new THREE.SkinnedMesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial());
  root.add(mesh);
  mesh.updateMatrixWorld(true);
  mesh.bind(new THREE.Skeleton(skinned));
  const pose = poser(spec, clip, planned, bones, { hips, zUp });
  return {
    world,
    root,
    bones: new Map(bones.map((bone) => [bone.name, bone])),
    boneOf: (role) =>
      bones[planned.findIndex((one) => one.role === role && !one.isHelper && one.name === spec.name(role))],
    helpers: bones.filter((_, k) => planned[k]!.isHelper),
    pose,
  };
}

/** Shows a frame of the clip as a mixer would: local turns, and the place of the hips. */
function poser(
  spec: AvatarSpec,
  clip: Clip,
  planned: readonly Planned[],
  bones: readonly THREE.Bone[],
  { hips, zUp }: { readonly hips: THREE.Bone; readonly zUp: THREE.Quaternion },
): (frame: number) => void {
  const { names, parents } = clip.skeleton;
  const turns = names.map(() => new THREE.Quaternion());
  const [a, b, place] = [new THREE.Quaternion(), new THREE.Quaternion(), new THREE.Vector3()];
  const scale = (spec.size ?? 1) / (spec.unit ?? 1);
  const turnOf = (out: THREE.Quaternion, { role, own }: Planned): THREE.Quaternion =>
    role ? out.copy(turns[names.indexOf(role)]!).multiply(own) : out.copy(own);
  return (frame) => {
    const q = frameAt(clip, frame % clip.frameCount);
    names.forEach((_, k) => {
      turns[k]!.fromArray(q, quatIndex(k));
      if (k > 0) turns[k]!.premultiply(turns[parents[k]!]!);
    });
    planned.forEach((one, k) => {
      if (one.isHelper) return;
      turnOf(a, one);
      if (one.parent < 0) bones[k]!.quaternion.copy(zUp).multiply(a);
      else bones[k]!.quaternion.copy(turnOf(b, planned[one.parent]!).invert()).multiply(a);
    });
    place.fromArray(q).multiplyScalar(scale);
    const above = planned[bones.indexOf(hips)]!.parent;
    if (above < 0) hips.position.copy(place.applyQuaternion(zUp));
    else {
      // the bones above rest at the ground of the armature
      const top = bones[above]!;
      for (let at: THREE.Object3D = top; at instanceof THREE.Bone; at = at.parent!) at.position.set(0, 0, 0);
      hips.position.copy(place);
    }
  };
}
