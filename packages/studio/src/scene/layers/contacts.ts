/** Foot contacts: the outline of each sole, and a dot each for heel, ball and toe that lights up while it touches. */
import type { BalanceReport, Body, FootReport } from 'poise';
import type { Sole, SolePart } from 'poise/dynamics';
import { Color, InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry } from 'three';
import type { SceneLayer } from '../contract.ts';
import { createFatLine } from '../fat-line.ts';
import { ORDER } from '../order.ts';
import { paletteOf } from '../palette.ts';
import { nearestFrame } from '../rows.ts';
import { outlineOrder, placeSole } from '../soles.ts';

const PARTS: readonly SolePart[] = ['heel', 'ball', 'toe'];
const MOST_POINTS = 32;
const DOT = 0.014; // [m] radius

export const contacts: SceneLayer = {
  id: 'contacts',
  title: 'Foot contacts',
  swatch: 'left',
  key: '8',
  on: false,
  create({ root, pose }) {
    const outlines = [0, 1].map(() =>
      createFatLine({ capacity: MOST_POINTS + 1, width: 2, hidden: 1, order: ORDER.soles }),
    );
    const geometry = new SphereGeometry(DOT, 16, 12);
    const material = new MeshBasicMaterial({ transparent: true, depthTest: false });
    material.toneMapped = false;
    const dots = new InstancedMesh(geometry, material, 6);
    dots.frustumCulled = false;
    dots.renderOrder = ORDER.soles;
    root.add(dots, ...outlines.map(({ object }) => object));
    const points = new Float64Array(3 * MOST_POINTS);
    const matrix = new Matrix4();
    const [lit, dim] = [[new Color(), new Color()], new Color()];
    let body: Body | undefined;
    let report: BalanceReport | undefined;
    let orders: Int32Array[] = [];

    const drawOutline = (foot: number, touching: boolean): void => {
      const line = outlines[foot]!;
      const order = orders[foot]!;
      for (let k = 0; k <= order.length; k++) {
        const i = 3 * order[k % order.length]!;
        line.setPoint(k, points[i]!, points[i + 1]!, points[i + 2]!);
      }
      line.setOpacity(touching ? 1 : 0.35);
      line.finish(order.length + 1);
    };
    const drawDot = (foot: number, part: number, sole: Sole, touching: boolean): void => {
      let [x, y, z, count] = [0, 0, 0, 0];
      for (let i = 0; i < sole.parts.length; i++) {
        if (sole.parts[i] !== PARTS[part]) continue;
        x += points[3 * i]!;
        y += points[3 * i + 1]!;
        z += points[3 * i + 2]!;
        count++;
      }
      const s = count > 0 ? 1 / count : 0;
      const size = touching ? 1 : 0.6;
      matrix.makeScale(size, size, size).setPosition(s * x, s * y, s * z);
      dots.setMatrixAt(3 * foot + part, matrix);
      dots.setColorAt(3 * foot + part, touching ? lit[foot]! : dim);
    };
    return {
      show(view) {
        const palette = paletteOf(view.dark);
        lit[0]!.set(palette.left);
        lit[1]!.set(palette.right);
        dim.set(palette.middle);
        outlines[0]!.setColours(palette.left);
        outlines[1]!.setColours(palette.right);
        report = view.report;
        if (view.body !== body) {
          body = view.body;
          orders = body ? body.soles.map((sole) => outlineOrder(body!, sole).slice(0, MOST_POINTS)) : [];
        }
        dots.visible = body !== undefined;
        if (!body) for (const line of outlines) line.finish(0);
      },
      at(frame) {
        if (!body || pose.origins.length === 0) return;
        const near = report ? nearestFrame(frame, report.frameCount) : 0;
        for (let foot = 0; foot < 2; foot++) {
          const sole = body.soles[foot]!;
          const contact: FootReport | undefined = report?.feet[foot];
          placeSole(points, sole, pose);
          let any = false;
          for (let part = 0; part < 3; part++) {
            const touching = contact?.[PARTS[part]!][near] === 1;
            any ||= touching;
            drawDot(foot, part, sole, touching);
          }
          drawOutline(foot, any);
        }
        dots.instanceMatrix.needsUpdate = true;
        if (dots.instanceColor) dots.instanceColor.needsUpdate = true;
      },
      dispose() {
        for (const thing of [geometry, material, dots, ...outlines]) thing.dispose();
      },
    };
  },
};
