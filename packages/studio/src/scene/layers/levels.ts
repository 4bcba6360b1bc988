/** Ground levels: on stairs, slopes and rough ground, every piece of it that the feet gave evidence for. A plane floor is drawn by itself. */
import type { BalanceReport, GroundPatch } from 'poise';
import { BufferAttribute, BufferGeometry, DoubleSide, Mesh } from 'three';
import type { SceneLayer } from '../contract.ts';
import { LIFT, ORDER } from '../order.ts';
import { paletteOf } from '../palette.ts';
import { flatMaterial } from './marks.ts';

const OPACITY = 0.35;
const MARGIN = 0.04; // [m] around the soles that stood there, so that a tread is seen beneath them

export const levels: SceneLayer = {
  id: 'levels',
  title: 'Ground levels',
  swatch: 'gridMetre',
  key: undefined,
  on: true,
  create({ root }) {
    const material = flatMaterial();
    material.opacity = OPACITY;
    material.side = DoubleSide;
    let mesh: Mesh | undefined;
    let shown: BalanceReport | undefined;
    const clear = (): void => {
      mesh?.removeFromParent();
      mesh?.geometry.dispose();
      mesh = undefined;
    };
    return {
      show({ report, dark }) {
        material.color.set(paletteOf(dark).support);
        if (report === shown) return;
        shown = report;
        clear();
        if (report?.ground.kind !== 'uneven') return;
        mesh = new Mesh(trianglesOf(report.ground.patches), material);
        mesh.renderOrder = ORDER.levels;
        root.add(mesh);
      },
      at: () => undefined,
      dispose() {
        clear();
        material.dispose();
      },
    };
  },
};

/** All patches as fans of triangles, each in its own plane. World axes. */
export function trianglesOf(patches: readonly GroundPatch[]): BufferGeometry {
  const places: number[] = [];
  for (const { polygon, height, normal } of patches) {
    const middle = [0, 1].map((k) => polygon.reduce((sum, corner) => sum + corner[k]!, 0) / polygon.length);
    const corners = polygon.map(([x, z]) => {
      const [dx, dz] = [x - middle[0]!, z - middle[1]!];
      const grow = 1 + MARGIN / Math.max(MARGIN, Math.hypot(dx, dz));
      const [atX, atZ] = [grow * dx, grow * dz];
      const y = height - (normal[0] * atX + normal[2] * atZ) / normal[1];
      return [middle[0]! + atX, y + LIFT.footprints / 2, middle[1]! + atZ];
    });
    for (let k = 2; k < corners.length; k++) places.push(...corners[0]!, ...corners[k - 1]!, ...corners[k]!);
  }
  return new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(places), 3));
}
