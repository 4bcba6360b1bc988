/** Angular momentum about the centre of mass: an arrow along the axis, and a ring that turns the way the body does. */
import type { BalanceReport } from 'poise';
import { ConeGeometry, Group, Mesh, MeshBasicMaterial, TorusGeometry, Vector3 } from 'three';
import { createArrow } from '../arrow.ts';
import type { SceneLayer } from '../contract.ts';
import { ORDER } from '../order.ts';
import { paletteOf } from '../palette.ts';
import { rowAt } from '../rows.ts';

/** Length for a momentum of mass · height² · 1/s: a walk's few kg·m²/s become a hand's breadth, a spin half a metre. */
const METRES_PER_TURN = 12;
const RING = 0.17; // [m] radius
const FULL = 0.01; // [1/s · mass · height²] from here on the ring is fully there
const AXIS = new Vector3(0, 0, 1);

export const angularMomentum: SceneLayer = {
  id: 'angular-momentum',
  title: 'Angular momentum',
  swatch: 'angular',
  key: '6',
  on: false,
  create({ root, pose }) {
    const arrow = createArrow(0.009);
    const ring = createRing();
    const row = new Float64Array(3);
    const axis = new Vector3();
    let report: BalanceReport | undefined;
    root.add(arrow.object, ring.object);
    return {
      show(view) {
        report = view.report;
        const { angular } = paletteOf(view.dark);
        arrow.setColour(angular);
        ring.material.color.set(angular);
      },
      at(frame) {
        ring.object.visible = false;
        if (!report) return arrow.hide();
        rowAt(row, report.angularMomentum, frame);
        axis.set(row[0]!, row[1]!, row[2]!);
        const share = axis.length() / (report.mass * report.height ** 2);
        const [x, y, z] = [pose.com[0]!, pose.com[1]!, pose.com[2]!];
        arrow.set(x, y, z, axis.x, axis.y, axis.z, METRES_PER_TURN * share);
        if (!(share > 1e-4)) return;
        ring.object.visible = true;
        ring.material.opacity = 0.85 * Math.min(1, share / FULL);
        ring.object.position.set(x, y, z);
        ring.object.quaternion.setFromUnitVectors(AXIS, axis.normalize());
      },
      dispose() {
        arrow.dispose();
        ring.dispose();
      },
    };
  },
};

/** Two arcs with heads in the xy plane, turning about +z. */
function createRing() {
  const arc = new TorusGeometry(RING, 0.0045, 8, 40, 0.72 * Math.PI);
  const tip = new ConeGeometry(0.016, 0.045, 14);
  const material = new MeshBasicMaterial({ transparent: true, depthTest: false, depthWrite: false });
  material.toneMapped = false;
  const object = new Group();
  for (const start of [0, Math.PI]) {
    const band = new Mesh(arc, material);
    band.rotation.z = start;
    const head = new Mesh(tip, material);
    const end = start + 0.72 * Math.PI;
    head.position.set(RING * Math.cos(end), RING * Math.sin(end), 0);
    head.rotation.z = end; // the cone's axis, +y, lies along the circle there
    band.renderOrder = ORDER.arrows;
    head.renderOrder = ORDER.arrows;
    object.add(band, head);
  }
  return {
    object,
    material,
    dispose() {
      for (const thing of [arc, tip, material]) thing.dispose();
    },
  };
}
