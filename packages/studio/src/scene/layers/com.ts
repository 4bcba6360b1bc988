/** Centre of mass: a quartered ball, its plumb line to the floor, and where it has been and will go. */
import type { BalanceReport } from 'poise';
import { BufferAttribute, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import type { SceneLayer, StageView } from '../contract.ts';
import { createFatLine } from '../fat-line.ts';
import { LIFT, ORDER } from '../order.ts';
import { type Palette, paletteOf } from '../palette.ts';
import { createTrail, type TrailSource } from '../trail.ts';
import { createFloorMark } from './marks.ts';

const PAST = 2.5; // [s]
const FUTURE = 1;
const RADIUS = 0.042; // [m]

export const com: SceneLayer = {
  id: 'com',
  title: 'Centre of mass',
  swatch: 'com',
  key: '1',
  on: true,
  create({ root, floor, pose }) {
    const ball = createBall();
    const plumb = createFatLine({ capacity: 2, width: 1.6, hidden: 1, order: ORDER.plumb, opacity: 0.75 });
    const foot = createFloorMark(0.02, 'target', ORDER.plumb);
    const trail = createTrail({
      past: PAST,
      future: FUTURE,
      width: 2.6,
      hidden: 1,
      order: ORDER.spaceTrail,
      opacity: 0.9,
    });
    let report: BalanceReport | undefined;
    let known = false; // without a body nobody knows where its centre is
    root.add(ball.mesh, plumb.object, trail.object);
    floor.add(foot.object);
    const below = new Vector3();
    const paint = (palette: Palette): void => {
      ball.paint(palette.com, palette.comDark);
      plumb.setColours(palette.com);
      foot.setColour(palette.com, palette.com);
      trail.setColours(palette.com);
    };
    return {
      show(view: StageView) {
        if (view.report !== report) {
          report = view.report;
          trail.use(report && followed(report));
        }
        paint(paletteOf(view.dark));
        known = view.body !== undefined;
        for (const part of [ball.mesh, foot.object]) part.visible = known;
        if (!known) plumb.finish(0);
      },
      at(frame) {
        if (!known) return;
        const [x, y, z] = [pose.com[0]!, pose.com[1]!, pose.com[2]!];
        ball.mesh.position.set(x, y, z);
        floor.worldToLocal(below.set(x, y, z));
        foot.object.position.set(below.x, LIFT.marks, below.z);
        floor.localToWorld(below.setY(0));
        plumb.setPoint(0, x, y, z);
        plumb.setPoint(1, x, below.y, z);
        plumb.finish(2);
        trail.at(frame);
      },
      dispose() {
        ball.dispose();
        plumb.dispose();
        foot.dispose();
        trail.dispose();
      },
    };
  },
};

const followed = ({ com: rows, frameCount, frameTime }: BalanceReport): TrailSource => ({
  frameCount,
  frameTime,
  pointAt(out, frame) {
    for (let k = 0; k < 3; k++) out[k] = rows[3 * frame + k]!;
    return 0;
  },
});

/** The sign for a centre of mass: quarters of two colours. Seen through the body. */
function createBall() {
  const geometry = new SphereGeometry(RADIUS, 32, 16).toNonIndexed();
  const places = geometry.getAttribute('position');
  const colours = new BufferAttribute(new Float32Array(3 * places.count), 3);
  geometry.setAttribute('color', colours);
  const material = new MeshBasicMaterial({ vertexColors: true, depthTest: false, transparent: true });
  material.toneMapped = false;
  const mesh = new Mesh(geometry, material);
  mesh.renderOrder = ORDER.com;
  return {
    mesh,
    paint(light: number, dark: number) {
      const tint = material.color.clone();
      for (let i = 0; i < places.count; i += 3) {
        // The middle of the triangle says which octant it lies in.
        const sum = (k: 'getX' | 'getY' | 'getZ') => places[k](i) + places[k](i + 1) + places[k](i + 2);
        const octant = Math.sign(sum('getX')) * Math.sign(sum('getY')) * Math.sign(sum('getZ'));
        tint.set(octant > 0 ? light : dark);
        for (let k = 0; k < 3; k++) colours.setXYZ(i + k, tint.r, tint.g, tint.b);
      }
      colours.needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
