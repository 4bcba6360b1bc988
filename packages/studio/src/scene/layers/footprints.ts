/** Footprints: where the feet have stood so far. All prints lie in one buffer, in the order of time. */
import type { BalanceReport, Body, Clip, FootReport } from 'poise';
import { BufferGeometry, Color, Float32BufferAttribute, Mesh, ShaderMaterial, Vector3 } from 'three';
import type { LayerContext, SceneLayer } from '../contract.ts';
import { LIFT, ORDER } from '../order.ts';
import { paletteOf } from '../palette.ts';
import { createPose } from '../pose-source.ts';
import { inSlices } from '../slices.ts';
import { outlineOrder, placeSole } from '../soles.ts';

interface Print {
  readonly foot: 0 | 1;
  readonly start: number; // frame of touch down
  readonly flat: number; // frame in which the most of the sole touches
}

const MOST_CORNERS = 32; // of a sole
const SLICE = 3; // [ms] of work between two pictures while prints are made

export const footprints: SceneLayer = {
  id: 'footprints',
  title: 'Footprints',
  swatch: 'left',
  key: undefined,
  on: true,
  create({ floor }) {
    const material = createMaterial();
    let mesh: Mesh<BufferGeometry> | undefined;
    let shown: { clip: Clip | undefined; body: Body | undefined; report: BalanceReport | undefined } | undefined;
    let starts: readonly number[] = []; // frame at which each print appears
    let perPrint = 0; // vertices
    let made = 0; // prints so far: those of a long clip come a few at a time
    let frameTime = 1;
    let stop = (): void => undefined;
    const clear = (): void => {
      stop();
      mesh?.removeFromParent();
      mesh?.geometry.dispose();
      mesh = undefined;
      made = 0;
    };
    const begin = (clip: Clip, body: Body, report: BalanceReport): void => {
      const prints = findPrints(report);
      const press = createPress(prints, clip, body, report, floor);
      starts = prints.map(({ start }) => start);
      perPrint = press.perPrint;
      frameTime = report.frameTime;
      material.uniforms['belt']!.value.set(...report.ground.beltVelocity);
      mesh = new Mesh(press.geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = ORDER.footprints;
      floor.add(mesh);
      stop = inSlices(SLICE, () => {
        if (made < prints.length) press.print(made++);
        else press.finish();
        return made < prints.length;
      });
      press.finish();
    };
    return {
      show({ clip, body, report, dark }) {
        const palette = paletteOf(dark);
        material.uniforms['left']!.value.set(palette.left);
        material.uniforms['right']!.value.set(palette.right);
        if (shown?.clip === clip && shown?.body === body && shown?.report === report) return;
        shown = { clip, body, report };
        clear();
        if (clip && body && report && report.frameCount === clip.frameCount) begin(clip, body, report);
      },
      at(frame) {
        if (!mesh) return;
        let [low, high] = [0, made];
        while (low < high) {
          const middle = (low + high) >> 1;
          if (starts[middle]! <= frame) low = middle + 1;
          else high = middle;
        }
        mesh.geometry.setDrawRange(0, low * perPrint);
        material.uniforms['now']!.value = frame * frameTime;
      },
      dispose() {
        clear();
        material.dispose();
      },
    };
  },
};

function findPrints(report: BalanceReport): Print[] {
  const prints: Print[] = [];
  report.feet.forEach((contact, foot) => {
    const touching = (f: number): number => contact.heel[f]! + contact.ball[f]! + contact.toe[f]!;
    let start = -1;
    for (let f = 0; f <= report.frameCount; f++) {
      const on = f < report.frameCount && touching(f) > 0;
      if (on && start < 0) start = f;
      if (on || start < 0) continue;
      prints.push({ foot: foot as 0 | 1, start, flat: flattest(contact, start, f) });
      start = -1;
    }
  });
  return prints.sort((a, b) => a.start - b.start);
}

/** Of the frames in which the most parts touch, the middle one. */
function flattest(contact: FootReport, start: number, end: number): number {
  let best = 0;
  let frames: number[] = [];
  for (let f = start; f < end; f++) {
    const parts = contact.heel[f]! + contact.ball[f]! + contact.toe[f]!;
    if (parts < best) continue;
    if (parts > best) frames = [];
    best = parts;
    frames.push(f);
  }
  return frames[frames.length >> 1] ?? start;
}

interface Press {
  readonly geometry: BufferGeometry;
  readonly perPrint: number; // vertices
  readonly print: (index: number) => void; // writes one print
  readonly finish: () => void; // hands what was written to the graphics card
}

/** Writes prints one by one into a buffer that holds them all. */
function createPress(
  prints: readonly Print[],
  clip: Clip,
  body: Body,
  report: BalanceReport,
  floor: LayerContext['floor'],
): Press {
  const pose = createPose();
  pose.use(clip, body);
  const orders = body.soles.map((sole) => outlineOrder(body, sole).slice(0, MOST_CORNERS));
  const corners = Math.max(...orders.map((order) => order.length));
  const perPrint = 3 * corners;
  const places = new Float32BufferAttribute(new Float32Array(3 * perPrint * prints.length), 3);
  const info = new Float32BufferAttribute(new Float32Array(3 * perPrint * prints.length), 3); // time, side, rim
  const points = new Float64Array(3 * Math.max(...body.soles.map(({ segments }) => segments.length)));
  const ring = new Float64Array(3 * corners);
  const corner = new Vector3();
  const print = (index: number): void => {
    const { foot, start, flat } = prints[index]!;
    const order = orders[foot]!;
    pose.at(flat);
    placeSole(points, body.soles[foot], pose);
    const middle = [0, 0, 0];
    for (let k = 0; k < corners; k++) {
      floor.worldToLocal(corner.fromArray(points, 3 * order[k % order.length]!));
      corner.y = (report.ground.kind === 'uneven' ? corner.y : 0) + LIFT.footprints;
      corner.toArray(ring, 3 * k);
      for (let c = 0; c < 3; c++) middle[c]! += ring[3 * k + c]! / corners;
    }
    for (let k = 0; k < corners; k++) {
      const [at, a, b] = [perPrint * index + 3 * k, 3 * k, 3 * ((k + 1) % corners)];
      places.setXYZ(at, middle[0]!, middle[1]!, middle[2]!);
      places.setXYZ(at + 1, ring[a]!, ring[a + 1]!, ring[a + 2]!);
      places.setXYZ(at + 2, ring[b]!, ring[b + 1]!, ring[b + 2]!);
      // Of a rim, only the middle of the print is not.
      for (let v = 0; v < 3; v++) info.setXYZ(at + v, start * clip.frameTime, foot, v === 0 ? 0 : 1);
    }
  };
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', places);
  geometry.setAttribute('info', info);
  const finish = (): void => {
    places.needsUpdate = true;
    info.needsUpdate = true;
  };
  return { geometry, perPrint, print, finish };
}

function createMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: 2,
    uniforms: {
      left: { value: new Color() },
      right: { value: new Color() },
      now: { value: 0 },
      belt: { value: new Vector3() },
    },
    vertexShader: /* glsl */ `
      attribute vec3 info;
      uniform float now;
      uniform vec3 belt;
      varying vec2 timeAndSide;
      varying float rim;
      void main() {
        timeAndSide = info.xy;
        rim = info.z;
        // On a treadmill the prints ride away with the belt.
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position + belt * (now - info.x), 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform vec3 left;
      uniform vec3 right;
      uniform float now;
      varying vec2 timeAndSide;
      varying float rim;
      void main() {
        float age = now - timeAndSide.x;
        float seen = mix(0.6, 0.22, smoothstep(0.5, 6.0, age));
        float edge = smoothstep(0.86, 0.92, rim);
        gl_FragColor = vec4(timeAndSide.y < 0.5 ? left : right, seen * mix(0.45, 1.0, edge));
        #include <colorspace_fragment>
      }`,
  });
}
