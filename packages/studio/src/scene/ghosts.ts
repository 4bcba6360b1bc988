/**
 * Onion skins: the person at moments before (cyan) and after (magenta). The moments are multiples of the spacing, so ghosts
 * stand still while the person walks through them, and are posed anew only when the playhead passes one.
 */

import type { Body, Clip, SkinnedMesh as Skin } from 'poise';
import type { BufferGeometry } from 'three';
import { Color, Group, type Mesh, MeshBasicMaterial, type Object3D, ShaderMaterial } from 'three';
import { createSkinnedMesh, skinGeometry } from './character/mannequin.ts';
import type { PoseSkeleton } from './character/pose-skeleton.ts';
import type { Skins } from './character/skins.ts';
import { spareOutPerson } from './character/stencil.ts';
import type { StageView } from './contract.ts';
import { paletteOf } from './palette.ts';
import { createPose } from './pose-source.ts';

const MOST = 24; // per side; more than that is fog

interface Ghost {
  readonly object: Object3D;
  readonly bones: PoseSkeleton;
  readonly material: ShaderMaterial;
  frame: number; // the pose it holds; NaN: none
}

export interface Ghosts {
  readonly object: Group;
  readonly show: (view: StageView) => void;
  readonly at: (frame: number) => void;
  readonly ready: () => Promise<void>;
  readonly dispose: () => void;
}

export function createGhosts(skins: Skins, onChange: () => void): Ghosts {
  const object = new Group();
  const pose = createPose();
  const depthOnly = spareOutPerson(new MeshBasicMaterial({ colorWrite: false, transparent: true }));
  let view: StageView | undefined;
  let skin: Skin | undefined;
  let geometry: BufferGeometry | undefined;
  let ghosts: Ghost[] = [];
  let arriving: Promise<void> = Promise.resolve();

  const clear = (): void => {
    for (const ghost of ghosts) {
      ghost.object.removeFromParent();
      ghost.bones.dispose();
      ghost.material.dispose();
    }
    ghosts = [];
  };

  const rebuild = (): void => {
    clear();
    const body = view?.body;
    if (!view?.ghosts.on || !body || !geometry || !skin) return;
    const count = Math.min(MOST, Math.max(0, Math.round(view.ghosts.count)));
    for (let k = 0; k < 2 * count; k++) ghosts.push(createGhost(geometry, depthOnly, skin, body.skeleton, k));
    for (const ghost of ghosts) object.add(ghost.object);
    onChange();
  };

  const dress = async (body: Body, clip: Clip): Promise<void> => {
    const found = await skins.skinFor(body, clip);
    if (!found || view?.body !== body) return;
    if (found !== skin) {
      geometry?.dispose();
      skin = found;
      geometry = skinGeometry(found);
      geometry.clearGroups();
    }
    rebuild();
  };

  return {
    object,
    show(next) {
      const before = view;
      view = next;
      object.visible = next.ghosts.on;
      if (before?.clip !== next.clip || before?.body !== next.body) {
        pose.use(next.clip, next.body);
        for (const ghost of ghosts) ghost.frame = Number.NaN;
      }
      if (!next.ghosts.on || !next.body || !next.clip) return clear();
      const same = before?.body === next.body && before?.ghosts.on && before.ghosts.count === next.ghosts.count;
      if (!same) arriving = dress(next.body, next.clip);
    },
    at(frame) {
      const clip = view?.clip;
      if (!clip || !view || ghosts.length === 0) return;
      const palette = paletteOf(view.dark);
      const step = Math.max(1, view.ghosts.spacing / clip.frameTime); // frames
      const here = Math.round((frame / step) * 1e6) / 1e6; // on a moment or between two
      const perSide = ghosts.length / 2;
      for (let k = 0; k < ghosts.length; k++) {
        const ghost = ghosts[k]!;
        const future = k >= perSide;
        const rank = k % perSide;
        const moment = future ? Math.floor(here) + 1 + rank : Math.ceil(here) - 1 - rank;
        const at = moment * step;
        ghost.object.visible = at >= 0 && at <= clip.frameCount - 1;
        if (!ghost.object.visible) continue;
        if (ghost.frame !== at) {
          ghost.frame = at;
          pose.at(at);
          ghost.bones.place(pose.origins, pose.rotations);
        }
        const away = Math.abs(moment - here) / (perSide + 1);
        ghost.material.uniforms['strength']!.value = 1 - 0.8 * away;
        (ghost.material.uniforms['colour']!.value as Color).set(future ? palette.future : palette.past);
      }
    },
    ready: () => arriving,
    dispose() {
      clear();
      geometry?.dispose();
      depthOnly.dispose();
    },
  };
}

/** First its depth alone, then its rim: one clear outline, no tangle of inner surfaces. */
function createGhost(
  geometry: BufferGeometry,
  depthOnly: MeshBasicMaterial,
  skin: Skin,
  skeleton: Parameters<typeof createSkinnedMesh>[3],
  index: number,
): Ghost {
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
  depth.renderOrder = -20 + index / 100; // after the floor, before every sign
  mesh.renderOrder = -20 + (index + 0.5) / 100;
  depth.material = depthOnly;
  const object = new Group();
  object.add(depth as unknown as Mesh, mesh);
  return { object, bones, material, frame: Number.NaN };
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
