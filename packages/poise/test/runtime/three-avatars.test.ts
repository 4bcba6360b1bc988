/** Avatars that nobody has prepared: names, axes, units, stretched nodes, twist bones and missing bones of many houses, hit as a game does it. */
import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { ROLES } from '../../src/motion/roles.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { bindCharacter } from '../../src/runtime/adapters/three.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { AVATARS } from '../support/avatar-specs.ts';
import { type Avatar, buildAvatar } from '../support/avatars.ts';

const idle = perform(motionNamed('idle'));
const HIT = 30; // frame
const SPEED = 0.3; // [m/s] of the whole body
const ADULT = 1.75; // [m]

const placeOf = (bone: THREE.Object3D): THREE.Vector3 => bone.getWorldPosition(new THREE.Vector3());
const rolesOf = (avatar: Avatar) =>
  ROLES.flatMap((role) => {
    const bone = avatar.boneOf(role);
    return bone ? [{ role, bone }] : [];
  });

/** How fast a bone's turn and a bone's place change, frame by frame. */
class Jolts {
  turn = 0; // [rad/s] most change within a frame
  speed = 0; // [m/s]
  readonly #bones: readonly THREE.Bone[];
  readonly #hips: THREE.Bone;
  #before: readonly THREE.Quaternion[] = [];
  #rates: readonly THREE.Vector3[] = [];
  #place: THREE.Vector3 | undefined;
  #velocity: THREE.Vector3 | undefined;

  constructor(bones: readonly THREE.Bone[], hips: THREE.Bone) {
    this.#bones = bones;
    this.#hips = hips;
  }

  look(): void {
    const now = this.#bones.map(({ quaternion }) => quaternion.clone());
    const rates = this.#before.map((one, k) => {
      const { x, y, z, w } = one.clone().invert().multiply(now[k]!);
      return new THREE.Vector3(x, y, z).multiplyScalar(120 * Math.sign(w));
    });
    for (const [k, one] of this.#rates.entries()) this.turn = Math.max(this.turn, one.distanceTo(rates[k]!));
    const place = placeOf(this.#hips);
    const velocity = this.#place && place.clone().sub(this.#place).multiplyScalar(60);
    if (velocity && this.#velocity) this.speed = Math.max(this.speed, velocity.distanceTo(this.#velocity));
    [this.#before, this.#rates, this.#place, this.#velocity] = [now, rates, place, velocity];
  }
}

/** Hit once, in a world direction; what is seen is measured in the scene. */
function hitOnce(avatar: Avatar, x: number, z: number) {
  const scene = avatar.world.parent!;
  avatar.pose(0);
  scene.updateMatrixWorld(true);
  const { body, rig } = bindCharacter(avatar.root as never);
  const layer = new ReactionLayer(body, rig);
  const hips = avatar.boneOf('hips')!;
  const bones = rolesOf(avatar).map(({ bone }) => bone);
  const feet = [avatar.boneOf('leftFoot')!, avatar.boneOf('rightFoot')!];
  const helpers = avatar.helpers.map(({ quaternion, position }) => [...quaternion.toArray(), ...position.toArray()]);
  const jolts = new Jolts(bones, hips);
  const kinds = new Set<string>();
  let [untouched, first, slid] = [0, 0, 0];
  let planted: readonly THREE.Vector3[] = [];
  for (let frame = 0; frame < 300; frame++) {
    avatar.pose(frame);
    scene.updateMatrixWorld(true);
    const own = bones.map((bone) => ({ turn: bone.quaternion.clone(), place: placeOf(bone) }));
    for (const { kind } of layer.update(1 / 60)) kinds.add(kind);
    scene.updateMatrixWorld(true);
    const off = Math.max(...bones.map((bone, k) => placeOf(bone).distanceTo(own[k]!.place)));
    if (frame <= HIT) untouched = Math.max(untouched, off);
    if (frame === HIT + 1) first = placeOf(hips).distanceTo(own[bones.indexOf(hips)]!.place);
    if (frame === HIT) {
      const size = SPEED * body.totalMass;
      layer.hit({ bone: 'chest', impulse: [size * x, 0, size * z] });
      planted = feet.map(placeOf);
    }
    // until people lift a foot
    if (frame > HIT && frame < HIT + 9) {
      slid = Math.max(slid, ...feet.map((foot, side) => placeOf(foot).distanceTo(planted[side]!)));
    }
    jolts.look();
  }
  const after = avatar.helpers.map(({ quaternion, position }) => [...quaternion.toArray(), ...position.toArray()]);
  return { body, layer, kinds, untouched, first, slid, jolts, helpers, after };
}

describe('an avatar of another house', () => {
  for (const spec of AVATARS) {
    it(`${spec.id}: bound by roles, and hit`, () => {
      const avatar = buildAvatar(spec, idle);
      for (const [x, z] of [
        [0, 1],
        [-1, 0],
      ] as const) {
        const { body, layer, kinds, untouched, first, slid, jolts, helpers, after } = hitOnce(avatar, x, z);
        for (const { role, bone } of rolesOf(avatar)) {
          // a neck that is called a twist is a helper
          if (!bone.name.includes('NeckTwist')) expect(body.skeleton.names[body.roles[role] ?? -1]).toBe(bone.name);
        }
        const size = body.height / ADULT;
        expect(untouched).toBeLessThan(1e-9 + 1e-12 * placeOf(avatar.root).length());
        expect(first).toBeLessThan(0.01 * size);
        expect(slid).toBeLessThan(5e-3 * size);
        expect(jolts.turn).toBeLessThan(8.5 / Math.sqrt(size));
        expect(jolts.speed).toBeLessThan(1);
        expect(after).toEqual(helpers);
        expect(kinds).toContain('impact');
        expect(kinds).toContain('recovered');
        expect(layer.status).toBe('balanced');
      }
    });
  }

  it('that is mirrored by a negative scale is refused', () => {
    const mirrored = buildAvatar({ id: 'mirrored', name: (role) => role, world: (node) => node.scale.setX(-1) }, idle);
    expect(() => bindCharacter(mirrored.root as never)).toThrow(/mirrored/);
  });
});
