/** What the person carries: a ball where each weight's centre is. */
import type { Body, Clip } from 'poise';
import type { Attachment } from 'poise/dynamics';
import { Mesh, MeshStandardMaterial, SphereGeometry } from 'three';
import { type Attached, attachedTo } from '../attached.ts';
import type { SceneLayer } from '../contract.ts';
import { pointOnBody } from '../grip.ts';
import { paletteOf } from '../palette.ts';

const LEAST_RADIUS = 0.035; // [m] a point weight is drawn this large

export const attachments: SceneLayer = {
  id: 'attachments',
  title: 'Carried weights',
  swatch: 'weight',
  key: undefined,
  on: true,
  create({ root, pose }) {
    const geometry = new SphereGeometry(1, 32, 20);
    const material = new MeshStandardMaterial({ roughness: 0.62 });
    const place = new Float64Array(3);
    let seen: { clip: Clip | undefined; body: Body | undefined; list: readonly Attachment[] } | undefined;
    let carried: { readonly at: Attached; readonly mesh: Mesh }[] = [];
    const clear = (): void => {
      for (const { mesh } of carried) mesh.removeFromParent();
      carried = [];
    };
    return {
      show({ clip, body, attachments: list, dark }) {
        material.color.set(paletteOf(dark).weight);
        if (seen?.clip === clip && seen?.body === body && seen?.list === list) return;
        seen = { clip, body, list };
        clear();
        if (!clip || !body) return;
        for (const attachment of list) {
          const at = attachedTo(clip, body, attachment);
          if (!at) continue;
          const mesh = new Mesh(geometry, material);
          mesh.scale.setScalar(Math.max(LEAST_RADIUS, at.radius));
          mesh.castShadow = true;
          mesh.receiveShadow = true;
          mesh.frustumCulled = false;
          root.add(mesh);
          carried.push({ at, mesh });
        }
      },
      at() {
        for (const { at, mesh } of carried) {
          if (3 * at.joint >= pose.origins.length) continue;
          pointOnBody(place, pose, at.joint, at.point);
          mesh.position.fromArray(place);
        }
      },
      dispose() {
        clear();
        geometry.dispose();
        material.dispose();
      },
    };
  },
};
