/** Many people in three draw calls: near ones with the whole skin, far ones with a coarse one, and everybody's shadow. Poses
 *  lie in a texture, one row a person, as they came from the worker. */
import {
  BufferAttribute,
  Color,
  DataTexture,
  DynamicDrawUsage,
  FloatType,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type IUniform,
  Mesh,
  MeshStandardMaterial,
  NearestFilter,
  NotEqualStencilFunc,
  ReplaceStencilOp,
  RGBAFormat,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { CrowdSkin } from './coarse.ts';
import { ABOUT, type Layout } from './frame.ts';

const NEAR = 9; // [m] to the camera: closer ones have the whole skin
const NEAR_MOST = 24;
const SHADOW_ORDER = -45; // over the floor, under every mark
const SHADED = 3; // in the stencil

export interface Figures {
  readonly objects: readonly Mesh[];
  /** The people who are drawn: all but the first, who is on stage already. Dyes: people×4, colour and how much of it. */
  readonly place: (numbers: Float32Array, layout: Layout, dyes: Float32Array, camera: Vector3) => void;
  readonly setShadow: (colour: number, strength: number) => void;
  readonly dispose: () => void;
}

/** Blends the bones of a corner; declares `bones`, three rows. */
const BLEND = /* glsl */ `
  vec4 bones[3];
  for (int r = 0; r < 3; r++) {
    bones[r] = vec4(0.0);
    for (int k = 0; k < 4; k++) {
      if (share[k] > 0.0) bones[r] += share[k] * texelFetch(poses, ivec2(3 * int(joint[k]) + r, int(row)), 0);
    }
  }`;
const DECLARE = /* glsl */ `
  uniform highp sampler2D poses;
  attribute vec4 joint;
  attribute vec4 share;
  attribute float row;
  attribute vec4 dye;
  attribute vec4 paint;`;
const PLACE = /* glsl */ `vec3(dot(bones[0].xyz, position) + bones[0].w, dot(bones[1].xyz, position) + bones[1].w, dot(bones[2].xyz, position) + bones[2].w)`;

interface Group {
  readonly geometry: InstancedBufferGeometry;
  readonly rows: InstancedBufferAttribute;
  readonly dyes: InstancedBufferAttribute;
}

function groupOf(skin: CrowdSkin, people: number): Group {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(skin.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(skin.normals, 3));
  geometry.setAttribute('joint', new BufferAttribute(Float32Array.from(skin.joints), 4));
  geometry.setAttribute('share', new BufferAttribute(skin.weights, 4));
  geometry.setAttribute('paint', new BufferAttribute(skin.colours, 4));
  geometry.setIndex(new BufferAttribute(skin.indices, 1));
  const rows = new InstancedBufferAttribute(new Float32Array(people), 1).setUsage(DynamicDrawUsage);
  const dyes = new InstancedBufferAttribute(new Float32Array(4 * people), 4).setUsage(DynamicDrawUsage);
  geometry.setAttribute('row', rows);
  geometry.setAttribute('dye', dyes);
  geometry.instanceCount = 0;
  return { geometry, rows, dyes };
}

function clothMaterial(poses: IUniform<DataTexture>): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ roughness: 0.66, metalness: 0 });
  material.onBeforeCompile = (shader) => {
    shader.uniforms['poses'] = poses;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${DECLARE}\nvarying vec3 cloth;`)
      .replace(
        '#include <beginnormal_vertex>',
        `${BLEND}
        vec3 objectNormal = normalize(vec3(dot(bones[0].xyz, normal), dot(bones[1].xyz, normal), dot(bones[2].xyz, normal)));
        cloth = mix(paint.rgb, dye.rgb * (paint.r / 0.62), dye.a * paint.a);`,
      )
      .replace('#include <begin_vertex>', `vec3 transformed = ${PLACE};`);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec3 cloth;')
      .replace('#include <color_fragment>', 'diffuseColor.rgb *= cloth;');
  };
  return material;
}

/** Everybody flat on the floor, as the light from above throws them there; no place gets darker by two shadows. */
function shadowMaterial(poses: IUniform<DataTexture>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      poses,
      colour: { value: new Color() },
      strength: { value: 0.3 },
      slope: { value: new Vector3(-0.34, 0, -0.34) },
    },
    vertexShader: /* glsl */ `
      ${DECLARE}
      uniform vec3 slope;
      void main() {
        ${BLEND}
        vec3 at = ${PLACE};
        at = vec3(at.x + slope.x * at.y, 0.0015, at.z + slope.z * at.y);
        gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform vec3 colour;
      uniform float strength;
      void main() {
        gl_FragColor = vec4(colour, strength);
        #include <colorspace_fragment>
      }`,
    transparent: true,
    depthWrite: false,
    stencilWrite: true,
    stencilRef: SHADED,
    stencilFunc: NotEqualStencilFunc,
    stencilZPass: ReplaceStencilOp,
  });
}

/** @param people at most; @param joints of their skeleton */
export function createFigures([near, far]: readonly [CrowdSkin, CrowdSkin], people: number, joints: number): Figures {
  const data = new Float32Array(12 * joints * people);
  const texture = new DataTexture(data, 3 * joints, people, RGBAFormat, FloatType);
  texture.minFilter = texture.magFilter = NearestFilter;
  const poses = { value: texture };
  const groups = [groupOf(near, NEAR_MOST), groupOf(far, people), groupOf(far, people)] as const;
  const cloth = clothMaterial(poses);
  const shade = shadowMaterial(poses);
  const meshes = groups.map(({ geometry }, k) => {
    const mesh = new Mesh(geometry, k === 2 ? shade : cloth);
    mesh.frustumCulled = false;
    return mesh;
  });
  meshes[2]!.renderOrder = SHADOW_ORDER;

  return {
    objects: meshes,
    place(numbers, { people: count, matrices, about }, dyes, camera) {
      data.set(numbers.subarray(0, count * matrices));
      texture.needsUpdate = true;
      const used = [0, 0, 0];
      const put = (group: number, person: number): void => {
        const { rows, dyes: colours } = groups[group]!;
        const at = used[group]!++;
        rows.array[at] = person;
        for (let c = 0; c < 4; c++) colours.array[4 * at + c] = dyes[4 * person + c]!;
      };
      for (let person = 1; person < count; person++) {
        const o = about + ABOUT * person;
        const away = Math.hypot(numbers[o]! - camera.x, numbers[o + 1]! - camera.y, numbers[o + 2]! - camera.z);
        put(away < NEAR && used[0]! < NEAR_MOST ? 0 : 1, person);
        put(2, person);
      }
      groups.forEach(({ geometry, rows, dyes: colours }, k) => {
        geometry.instanceCount = used[k]!;
        rows.needsUpdate = true;
        colours.needsUpdate = true;
      });
    },
    setShadow(colour, strength) {
      shade.uniforms['colour']!.value.set(colour);
      shade.uniforms['strength']!.value = strength;
    },
    dispose() {
      for (const { geometry } of groups) geometry.dispose();
      for (const part of [cloth, shade, texture]) part.dispose();
    },
  };
}
