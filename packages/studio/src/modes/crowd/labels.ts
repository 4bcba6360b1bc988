/** A small word over those who have fallen, of the same size however far away. */
import {
  CanvasTexture,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  SRGBColorSpace,
} from 'three';

const SIZE = [44, 20] as const; // [px] on the page
const FINE = 3; // of the drawing

export interface Labels {
  readonly object: Mesh;
  readonly paint: (text: string, back: string, front: string) => void;
  /** Places: x, y, z of each. */
  readonly place: (places: Float32Array, count: number) => void;
  readonly dispose: () => void;
}

export function createLabels(most: number): Labels {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [FINE * SIZE[0], FINE * SIZE[1]];
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  const plane = new PlaneGeometry(1, 1);
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', plane.getAttribute('position'));
  geometry.setAttribute('uv', plane.getAttribute('uv'));
  geometry.setIndex(plane.getIndex());
  const places = new InstancedBufferAttribute(new Float32Array(3 * most), 3).setUsage(DynamicDrawUsage);
  geometry.setAttribute('place', places);
  geometry.instanceCount = 0;
  const material = new ShaderMaterial({
    uniforms: { word: { value: texture }, size: { value: [0, 0] } },
    vertexShader: /* glsl */ `
      attribute vec3 place;
      uniform vec2 size;
      varying vec2 at;
      void main() {
        at = uv;
        vec4 clip = projectionMatrix * viewMatrix * vec4(place, 1.0);
        gl_Position = clip + vec4(position.xy * size * clip.w, 0.0, 0.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform sampler2D word;
      varying vec2 at;
      void main() {
        gl_FragColor = texture2D(word, at);
        #include <colorspace_fragment>
      }`,
    transparent: true,
    depthWrite: false,
  });
  const object = new Mesh(geometry, material);
  object.frustumCulled = false;
  object.renderOrder = 20;
  object.onBeforeRender = (renderer) => {
    const { clientWidth, clientHeight } = renderer.domElement;
    material.uniforms['size']!.value = [(2 * SIZE[0]) / (clientWidth || 1), (2 * SIZE[1]) / (clientHeight || 1)];
  };
  return {
    object,
    paint(text, back, front) {
      const pen = canvas.getContext('2d');
      if (!pen) return;
      pen.clearRect(0, 0, canvas.width, canvas.height);
      pen.fillStyle = back;
      pen.beginPath();
      pen.roundRect(FINE, FINE, canvas.width - 2 * FINE, canvas.height - 2 * FINE, 8 * FINE);
      pen.fill();
      pen.fillStyle = front;
      pen.font = `600 ${12 * FINE}px system-ui, sans-serif`;
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.fillText(text, canvas.width / 2, canvas.height / 2);
      texture.needsUpdate = true;
    },
    place(list, count) {
      (places.array as Float32Array).set(list.subarray(0, 3 * count));
      places.needsUpdate = true;
      geometry.instanceCount = count;
    },
    dispose() {
      for (const part of [plane, geometry, material, texture]) part.dispose();
    },
  };
}
