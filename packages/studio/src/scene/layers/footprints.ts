/** Footprints: where the feet have stood so far. All prints lie in one buffer, in the order of time. */
import type { BalanceReport, Body, Clip, FootReport } from 'poise';
import { BufferGeometry, Color, Float32BufferAttribute, Mesh, ShaderMaterial, Vector3 } from 'three';
import type { LayerContext, SceneLayer } from '../contract.ts';
import { LIFT, ORDER } from '../order.ts';
import { paletteOf } from '../palette.ts';
import { createPose } from '../pose-source.ts';
import { outlineOrder, placeSole } from '../soles.ts';

interface Print {
  readonly foot: 0 | 1;
  readonly start: number; // frame of touch down
  readonly flat: number; // frame in which the most of the sole touches
}

export const footprints: SceneLayer = {
  id: 'footprints',
  title: 'Footprints',
  key: undefined,
  on: true,
  create({ floor }) {
    const material = createMaterial();
    let mesh: Mesh<BufferGeometry> | undefined;
    let shown: { clip: Clip | undefined; body: Body | undefined; report: BalanceReport | undefined } | undefined;
    let starts: readonly number[] = []; // frame at which each print appears
    let perPrint = 0; // vertices
    let frameTime = 1;
    const clear = (): void => {
      mesh?.removeFromParent();
      mesh?.geometry.dispose();
      mesh = undefined;
    };
    return {
      show({ clip, body, report, dark }) {
        const palette = paletteOf(dark);
        material.uniforms['left']!.value.set(palette.left);
        material.uniforms['right']!.value.set(palette.right);
        if (shown?.clip === clip && shown?.body === body && shown?.report === report) return;
        shown = { clip, body, report };
        clear();
        if (!clip || !body || !report || report.frameCount !== clip.frameCount) return;
        const prints = findPrints(report);
        starts = prints.map(({ start }) => start);
        frameTime = report.frameTime;
        material.uniforms['belt']!.value.set(...report.ground.beltVelocity);
        const built = buildPrints(prints, clip, body, report, floor);
        perPrint = built.perPrint;
        mesh = new Mesh(built.geometry, material);
        mesh.frustumCulled = false;
        mesh.renderOrder = ORDER.footprints;
        floor.add(mesh);
      },
      at(frame) {
        if (!mesh) return;
        let [low, high] = [0, starts.length];
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

function buildPrints(
  prints: readonly Print[],
  clip: Clip,
  body: Body,
  report: BalanceReport,
  floor: LayerContext['floor'],
): { geometry: BufferGeometry; perPrint: number } {
  const pose = createPose();
  pose.use(clip, body);
  const orders = body.soles.map((sole) => outlineOrder(body, sole));
  const corners = Math.max(...orders.map((order) => order.length));
  const places: number[] = [];
  const info: number[] = []; // time, side
  const points = new Float64Array(3 * corners);
  const corner = new Vector3();
  for (const { foot, start, flat } of prints) {
    pose.at(flat);
    placeSole(points, body.soles[foot], pose);
    const order = orders[foot]!;
    const ring = Array.from({ length: corners }, (_, k) => {
      floor.worldToLocal(corner.fromArray(points, 3 * order[k % order.length]!));
      return [corner.x, (report.ground.kind === 'uneven' ? corner.y : 0) + LIFT.footprints, corner.z] as const;
    });
    const middle = [0, 1, 2].map((c) => ring.reduce((sum, p) => sum + p[c]!, 0) / corners);
    for (let k = 0; k < corners; k++) {
      places.push(...middle, ...ring[k]!, ...ring[(k + 1) % corners]!);
      // Of a rim, only the middle of the print is not.
      for (const rim of [0, 1, 1]) info.push(start * clip.frameTime, foot, rim);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(places, 3));
  geometry.setAttribute('info', new Float32BufferAttribute(info, 3));
  return { geometry, perPrint: 3 * corners };
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
