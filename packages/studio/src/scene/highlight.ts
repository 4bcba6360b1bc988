/** The joint that a panel points at: a ball and its bones, drawn over everything. */
import { type Group, Mesh, MeshBasicMaterial, SphereGeometry } from 'three';
import { type BoneList, bonesOf } from './bone-list.ts';
import type { PoseSource, StageView } from './contract.ts';
import { createFatLine } from './fat-line.ts';
import { ORDER } from './order.ts';
import { paletteOf } from './palette.ts';

const MOST_BONES = 16;

export interface Highlight {
  readonly show: (view: StageView) => void;
  readonly at: (pose: PoseSource) => void;
  readonly dispose: () => void;
}

export function createHighlight(root: Group): Highlight {
  const geometry = new SphereGeometry(0.028, 20, 14);
  const material = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.95 });
  material.toneMapped = false;
  const ball = new Mesh(geometry, material);
  ball.renderOrder = ORDER.highlight;
  const lines = createFatLine({ capacity: 3 * MOST_BONES, width: 4, hidden: 1, order: ORDER.highlight, opacity: 0.85 });
  root.add(ball, lines.object);
  let joint: number | undefined;
  let bones: BoneList | undefined;
  let skeleton: NonNullable<StageView['clip']>['skeleton'] | undefined;
  return {
    show(view) {
      if (view.clip?.skeleton !== skeleton) {
        skeleton = view.clip?.skeleton;
        bones = skeleton && bonesOf(skeleton);
      }
      joint = view.highlight?.joint;
      const { highlight } = paletteOf(view.dark);
      material.color.set(highlight);
      lines.setColours(highlight);
    },
    at({ origins }) {
      ball.visible = joint !== undefined && 3 * joint < origins.length;
      if (!ball.visible || joint === undefined || !bones) return lines.finish(0);
      ball.position.fromArray(origins, 3 * joint);
      let count = 0;
      for (let b = 0; b < bones.joints.length && count < 3 * MOST_BONES; b++) {
        const end = bones.ends[b]!;
        if (bones.joints[b] !== joint || end < 0) continue;
        lines.setPoint(count++, origins[3 * joint]!, origins[3 * joint + 1]!, origins[3 * joint + 2]!);
        lines.setPoint(count++, origins[3 * end]!, origins[3 * end + 1]!, origins[3 * end + 2]!);
        lines.setPoint(count++, 0, 0, 0, 0, -1); // lift the pen
      }
      lines.finish(count);
    },
    dispose() {
      geometry.dispose();
      material.dispose();
      lines.dispose();
    },
  };
}
