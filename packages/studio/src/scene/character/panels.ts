/** What the mannequin wears: seams at its joints, a darker top and shorts; and its eyes. Drawn by the shader, so that edges stay sharp. */
import type { Body } from 'poise';
import type { SkinnedMesh as Skin } from 'poise/io';
import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
} from 'three';
import { CLOTHES, panelPlaces } from './panel-places.ts';

const MATTE = 0.86; // roughness
const COLOURS: Readonly<Record<string, number>> = { body: 0xc6bdb4, face: 0xb0a59b, shoe: 0x30353d, sole: 0x1d2024 };

/** Colour and answer to light of a part of the skin. */
export function matteMaterial(part: Skin['materials'][number], paint: (colour: Color) => Color): MeshStandardMaterial {
  const own = COLOURS[part.name];
  const options: MeshStandardMaterialParameters = {
    color: paint(own === undefined ? new Color().setRGB(...part.colour) : new Color(own)),
    roughness: Math.max(MATTE, part.roughness),
    metalness: part.metallic,
    vertexColors: true,
  };
  const material = new MeshStandardMaterial(options);
  if (part.name === 'body') material.onBeforeCompile = drawPanels;
  if (part.name === 'face') material.onBeforeCompile = drawEyes;
  return material;
}

/** Tells the shader where on the body and on the face each vertex lies. */
export function addPanels(geometry: BufferGeometry, skin: Skin, body: Body): void {
  const { places, shares } = panelPlaces(skin, body);
  geometry.setAttribute('place', new BufferAttribute(places, 4));
  geometry.setAttribute('share', new BufferAttribute(shares, 2));
  geometry.setAttribute('gaze', new BufferAttribute(placesOnFace(skin), 2));
}

/** Where each vertex lies on the face: from −1 to 1, to the left and up. */
function placesOnFace(skin: Skin): Float32Array {
  const { groups, materials, indices, positions } = skin;
  const face = groups.filter(({ material }) => materials[material]?.name === 'face');
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { start, count } of face)
    for (let i = start; i < start + count; i++)
      for (let k = 0; k < 2; k++) {
        const at = positions[3 * indices[i]! + k]!;
        low[k] = Math.min(low[k]!, at);
        high[k] = Math.max(high[k]!, at);
      }
  const places = new Float32Array((2 * positions.length) / 3);
  for (let i = 0; i < places.length; i++) {
    const k = i % 2;
    const [from, to] = [low[k]!, high[k]!];
    places[i] = to > from ? (2 * positions[(3 * (i - k)) / 2 + k]! - from - to) / (to - from) : 2;
  }
  return places;
}

function drawPanels(shader: { vertexShader: string; fragmentShader: string }): void {
  shader.vertexShader = shader.vertexShader
    .replace('#include <common>', `#include <common>\n${VERTEX}`)
    .replace('#include <begin_vertex>', '#include <begin_vertex>\nvPlace = place;\nvShare = share;');
  shader.fragmentShader = shader.fragmentShader
    .replace('#include <common>', `#include <common>\n${FRAGMENT}`)
    .replace('#include <color_fragment>', '#include <color_fragment>\ndiffuseColor.rgb *= worn();');
}

/** Two dark eyes with a light in them: one sees where it looks. */
function drawEyes(shader: { vertexShader: string; fragmentShader: string }): void {
  shader.vertexShader = shader.vertexShader
    .replace('#include <common>', '#include <common>\nattribute vec2 gaze;\nvarying vec2 vGaze;')
    .replace('#include <begin_vertex>', '#include <begin_vertex>\nvGaze = gaze;');
  shader.fragmentShader = shader.fragmentShader
    .replace('#include <common>', `#include <common>\n${EYES}`)
    .replace(
      '#include <color_fragment>',
      '#include <color_fragment>\ndiffuseColor.rgb *= 1.0 - 0.9 * eye(vec2(0.0), 1.0);',
    )
    .replace(
      '#include <emissivemap_fragment>',
      '#include <emissivemap_fragment>\ntotalEmissiveRadiance += vec3(0.75 * eye(vec2(0.05, 0.045), 0.26));',
    );
}

const EYES = /* glsl */ `
  varying vec2 vGaze;
  float eye(vec2 shift, float size) {
    vec2 off = vec2(abs(vGaze.x) - 0.37, vGaze.y - 0.13) - vec2(sign(vGaze.x) * shift.x, shift.y);
    float away = length(off / vec2(0.135, 0.085)) / size;
    float soft = fwidth(away) + 0.05;
    return 1.0 - smoothstep(1.0 - soft, 1.0 + soft, away);
  }`;

const VERTEX = /* glsl */ `
  attribute vec4 place;
  attribute vec2 share;
  varying vec4 vPlace;
  varying vec2 vShare;`;

const FRAGMENT = /* glsl */ `
  varying vec4 vPlace;
  varying vec2 vShare;
  float seam(float x, float at, float halfWidth) {
    float soft = fwidth(x) + 1e-6;
    return (1.0 - smoothstep(halfWidth, halfWidth + soft, abs(x - at))) * min(1.0, 2.0 * halfWidth / soft);
  }
  float below(float x, float edge) {
    float soft = fwidth(x) + 1e-6;
    return 1.0 - smoothstep(edge - soft, edge + soft, x);
  }
  float worn() {
    float arm = smoothstep(0.3, 0.5, vShare.x);
    float leg = smoothstep(0.3, 0.5, vShare.y);
    float waist = below(vPlace.z, ${CLOTHES.shorts.waist});
    float sleeve = below(vPlace.x, ${CLOTHES.top.sleeve});
    float hem = below(vPlace.y, ${CLOTHES.shorts.hem});
    float collar = below(vPlace.w, ${CLOTHES.top.collar});
    float shorts = mix(waist, hem, leg) * (1.0 - arm);
    float top = mix((1.0 - waist) * collar * (1.0 - leg), sleeve, arm);
    float lines = max(arm * max(seam(vPlace.x, 0.06, 0.014), max(seam(vPlace.x, 1.0, 0.014), seam(vPlace.x, 1.97, 0.014))),
      leg * max(seam(vPlace.y, 0.04, 0.009), seam(vPlace.y, 1.0, 0.009)));
    lines = max(lines, (1.0 - arm) * (1.0 - leg) * max(seam(vPlace.z, ${CLOTHES.shorts.waist}, 0.009), seam(vPlace.w, ${CLOTHES.top.collar}, 0.009)));
    return mix(1.0, ${CLOTHES.shorts.shade}, clamp(shorts, 0.0, 1.0)) * mix(1.0, ${CLOTHES.top.shade}, clamp(top, 0.0, 1.0)) * mix(1.0, 0.3, lines);
  }`;
