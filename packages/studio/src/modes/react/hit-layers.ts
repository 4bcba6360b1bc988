/** Balls with their trails, and footprints as trodden and as the clip would have. */
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import type { SceneLayer, StageView } from '../../scene/contract.ts';
import { createFatLine } from '../../scene/fat-line.ts';
import { LIFT, ORDER } from '../../scene/order.ts';
import { type Palette, paletteOf } from '../../scene/palette.ts';
import { type BallTrack, ballAt } from './ball.ts';
import type { Print } from './prints.ts';
import type { ReactResult, Run } from './types.ts';

const runIn = ({ result }: StageView): Run | undefined => {
  const found = result as ReactResult | undefined;
  return found?.shown === undefined ? undefined : found.runs[found.shown];
};

const MOST_BALLS = 24;
const TAIL = 22; // frames of trail

const balls: SceneLayer = {
  id: 'balls',
  title: 'Balls',
  swatch: 'push',
  key: undefined,
  on: true,
  create({ root }) {
    const shape = new SphereGeometry(1, 28, 20);
    const material = new MeshLambertMaterial();
    const meshes = Array.from({ length: MOST_BALLS }, () => {
      const mesh = new Mesh(shape, material);
      mesh.castShadow = true;
      mesh.visible = false;
      return mesh;
    });
    const trail = createFatLine({ capacity: MOST_BALLS * (TAIL + 1), width: 3, hidden: 0, past: 0.4, future: 0.01 });
    root.add(...meshes, trail.object);
    let tracks: readonly BallTrack[] = [];
    let frameTime = 1;
    const at = new Vector3();
    return {
      show(view) {
        const run = runIn(view);
        tracks = run?.balls ?? [];
        frameTime = run?.frameTime ?? 1;
        material.color.set(paletteOf(view.dark).push);
        trail.setColours(paletteOf(view.dark).push);
      },
      at(frame) {
        let used = 0;
        let points = 0;
        for (let i = tracks.length - 1; i >= 0 && used < MOST_BALLS; i--) {
          const track = tracks[i]!;
          if (!ballAt(at, track, frame)) continue;
          const mesh = meshes[used++]!;
          mesh.visible = true;
          mesh.position.copy(at);
          mesh.scale.setScalar(track.radius);
          for (let back = TAIL; back >= 0; back--) {
            const there = ballAt(at, track, frame - back);
            // the first point of a trail is apart from the last of the one before
            const state = there && back < TAIL ? 0 : -1;
            trail.setPoint(points++, at.x, at.y, at.z, (frame - back) * frameTime, state);
          }
        }
        for (let i = used; i < MOST_BALLS; i++) meshes[i]!.visible = false;
        trail.setNow(frame * frameTime);
        trail.finish(points);
      },
      dispose() {
        shape.dispose();
        material.dispose();
        trail.dispose();
      },
    };
  },
};

const MOST_PRINTS = 80;

interface Shown {
  readonly print: Print;
  readonly object: Mesh | LineLoop;
}

const prints: SceneLayer = {
  id: 'prints',
  title: 'Footprints, real and planned',
  swatch: 'left',
  key: undefined,
  on: true,
  create({ floor }) {
    const fills = [0, 1].map(
      () => new MeshBasicMaterial({ transparent: true, opacity: 0.6, depthWrite: false, side: 2 }),
    );
    const line = new LineBasicMaterial({ transparent: true, opacity: 0.9, depthWrite: false });
    const group = new Group();
    floor.add(group);
    const shown: Shown[] = [];
    let of: Run['id'] | undefined;
    const clear = (count = shown.length): void => {
      for (const { object } of shown.splice(0, count)) {
        object.removeFromParent();
        object.geometry.dispose();
      }
    };
    const paint = (palette: Palette): void => {
      fills[0]!.color.set(palette.left);
      fills[1]!.color.set(palette.right);
      line.color.set(palette.middle);
    };
    return {
      show(view) {
        paint(paletteOf(view.dark));
        const run = runIn(view);
        if (run?.id !== of || (run && run.prints.length === 0)) clear();
        of = run?.id;
        const last = shown.at(-1)?.print;
        const from = last ? (run?.prints.indexOf(last) ?? -1) + 1 : 0;
        for (const print of run?.prints.slice(Math.max(from, (run?.prints.length ?? 0) - MOST_PRINTS)) ?? []) {
          const object = drawn(print, fills[print.side]!, line);
          group.add(object);
          shown.push({ print, object });
        }
        clear(Math.max(0, shown.length - MOST_PRINTS));
      },
      at(frame) {
        for (const { print, object } of shown) object.visible = print.frame <= frame;
      },
      dispose() {
        clear();
        for (const material of [...fills, line]) material.dispose();
      },
    };
  },
};

/** Filled where it was trodden, an outline where the clip would have. */
function drawn({ outline, own }: Print, fill: MeshBasicMaterial, line: LineBasicMaterial): Mesh | LineLoop {
  const corners = outline.length / 2;
  const places = new Float32Array(3 * corners);
  const height = own ? LIFT.footprints : LIFT.support;
  for (let i = 0; i < corners; i++) places.set([outline[2 * i]!, height, outline[2 * i + 1]!], 3 * i);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  if (own) geometry.setIndex(Array.from({ length: corners - 2 }, (_, i) => [0, i + 1, i + 2]).flat());
  const object = own ? new Mesh(geometry, fill) : new LineLoop(geometry, line);
  object.renderOrder = ORDER.footprints;
  object.frustumCulled = false;
  return object;
}

export const hitLayers: readonly SceneLayer[] = [prints, balls];
