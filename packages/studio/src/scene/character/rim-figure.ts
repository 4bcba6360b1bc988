/** A figure of light: its depth alone first, then its rim. One clear outline, no tangle of inner surfaces. */
import type { Skeleton } from 'poise';
import type { SkinnedMesh as Skin } from 'poise/io';
import {
  type BufferGeometry,
  Color,
  type ColorRepresentation,
  Group,
  type Mesh,
  MeshBasicMaterial,
  type Object3D,
  ShaderMaterial,
} from 'three';
import { createSkinnedMesh } from './mannequin.ts';
import type { PoseSkeleton } from './pose-skeleton.ts';
import { spareOutPerson } from './stencil.ts';

export interface RimFigure {
  readonly object: Object3D;
  readonly bones: PoseSkeleton;
  readonly paint: (colour: ColorRepresentation, strength: number) => void;
  readonly dispose: () => void;
}

const AFTER_FLOOR = -20; // before every sign

/** Writes depth and nothing else; shared by all rim figures of one owner. */
export const createDepthMaterial = (): MeshBasicMaterial =>
  spareOutPerson(new MeshBasicMaterial({ colorWrite: false, transparent: true }));

/** @param index keeps several apart: lower ones are drawn first */
export function createRimFigure(
  geometry: BufferGeometry,
  depthOnly: MeshBasicMaterial,
  skin: Skin,
  skeleton: Skeleton,
  index: number,
): RimFigure {
  const material = spareOutPerson(
    new ShaderMaterial({
      uniforms: { colour: { value: new Color() }, strength: { value: 1 } },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
    }),
  );
  const { mesh, bones } = createSkinnedMesh(geometry, material, skin, skeleton);
  const { mesh: depth } = createSkinnedMesh(geometry, depthOnly, skin, skeleton);
  depth.skeleton.dispose();
  depth.bind(bones, depth.matrixWorld);
  depth.renderOrder = AFTER_FLOOR + index / 100;
  mesh.renderOrder = AFTER_FLOOR + (index + 0.5) / 100;
  const object = new Group();
  object.add(depth as unknown as Mesh, mesh);
  return {
    object,
    bones,
    paint(colour, strength) {
      (material.uniforms['colour']!.value as Color).set(colour);
      material.uniforms['strength']!.value = strength;
    },
    dispose() {
      object.removeFromParent();
      bones.dispose();
      material.dispose();
    },
  };
}

const VERTEX = /* glsl */ `
  #include <common>
  #include <skinning_pars_vertex>
  varying vec3 outward;
  varying vec3 towards;
  void main() {
    #include <beginnormal_vertex>
    #include <skinbase_vertex>
    #include <skinnormal_vertex>
    #include <begin_vertex>
    #include <skinning_vertex>
    vec4 seenAt = modelViewMatrix * vec4(transformed, 1.0);
    outward = normalMatrix * objectNormal;
    towards = -seenAt.xyz;
    gl_Position = projectionMatrix * seenAt;
  }`;

const FRAGMENT = /* glsl */ `
  uniform vec3 colour;
  uniform float strength;
  varying vec3 outward;
  varying vec3 towards;
  void main() {
    float facing = abs(dot(normalize(outward), normalize(towards)));
    float rim = pow(1.0 - facing, 1.6);
    gl_FragColor = vec4(colour, strength * (0.14 + 0.66 * rim));
    #include <colorspace_fragment>
  }`;
