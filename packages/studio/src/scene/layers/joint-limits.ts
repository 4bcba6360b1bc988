/** Joint limits: joints that bend farther than people do, amber to red by how far. */
import type { Body } from 'poise';
import { anatomicalAngles } from 'poise/dynamics';
import { Color, InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry } from 'three';
import type { SceneLayer } from '../contract.ts';
import { ORDER } from '../order.ts';
import { paletteOf } from '../palette.ts';

const RED = (20 * Math.PI) / 180; // beyond the limit by this much

export const jointLimits: SceneLayer = {
  id: 'joint-limits',
  title: 'Joint limits',
  swatch: 'warn',
  key: '9',
  on: false,
  create({ root, pose }) {
    const geometry = new SphereGeometry(1, 20, 14);
    const material = new MeshBasicMaterial({ transparent: true, opacity: 0.8, depthTest: false, depthWrite: false });
    material.toneMapped = false;
    const matrix = new Matrix4();
    const [warn, bad, colour] = [new Color(), new Color(), new Color()];
    const [angles, turn] = [new Float64Array(3), new Float64Array(4)];
    let body: Body | undefined;
    let spots: InstancedMesh | undefined;
    const clear = (): void => {
      spots?.removeFromParent();
      spots?.dispose();
    };
    /** How far [rad] a joint is beyond its range. */
    const beyond = (joint: number): number => {
      const { limits } = body!;
      anatomicalAngles(angles, 0, limits, joint, pose.q, 3 + 4 * joint, turn);
      let worst = 0;
      for (let k = 0; k < 3; k++) {
        const i = 3 * joint + k;
        worst = Math.max(worst, angles[k]! - limits.upper[i]!, limits.lower[i]! - angles[k]!);
      }
      return worst;
    };
    return {
      show(view) {
        const palette = paletteOf(view.dark);
        warn.set(palette.warn);
        bad.set(palette.bad);
        if (view.body === body) return;
        body = view.body;
        clear();
        if (!body) return;
        spots = new InstancedMesh(geometry, material, body.skeleton.names.length);
        spots.frustumCulled = false;
        spots.renderOrder = ORDER.limits;
        spots.count = 0;
        root.add(spots);
      },
      at() {
        if (!body || !spots || pose.q.length < 3 + 4 * body.skeleton.names.length) return;
        let count = 0;
        // The root has no limits: it is where the person is.
        for (let joint = 1; joint < body.skeleton.names.length; joint++) {
          const excess = beyond(joint);
          if (!(excess > 0.002)) continue;
          const share = Math.min(1, excess / RED);
          const size = 0.03 + 0.03 * share;
          matrix.makeScale(size, size, size);
          matrix.setPosition(pose.origins[3 * joint]!, pose.origins[3 * joint + 1]!, pose.origins[3 * joint + 2]!);
          spots.setMatrixAt(count, matrix);
          spots.setColorAt(count, colour.lerpColors(warn, bad, share));
          count++;
        }
        spots.count = count;
        spots.instanceMatrix.needsUpdate = true;
        if (spots.instanceColor) spots.instanceColor.needsUpdate = true;
      },
      dispose() {
        clear();
        geometry.dispose();
        material.dispose();
      },
    };
  },
};
