/** Light that hands and feet leave behind. It follows what was drawn, so that motion which is made live has it as well. */
import type { Skeleton } from 'poise';
import type { SceneLayer } from '../contract.ts';
import { createFatLine, type FatLine } from '../fat-line.ts';
import { ORDER } from '../order.ts';
import { paletteOf } from '../palette.ts';

const LIMBS = ['leftHand', 'leftFoot', 'rightHand', 'rightFoot'] as const;
const PAST = 0.6; // [s]
const POINTS = 64; // of a trail
const GAP = 0.01; // [s] between two points, at least
const CUT = 0.15; // [s] a longer step in time is another moment, not motion

export const trails: SceneLayer = {
  id: 'trails',
  title: 'Trails of hands and feet',
  swatch: 'left',
  key: undefined,
  on: false,
  create({ root, pose }) {
    const lines = LIMBS.map((limb) =>
      createFatLine({
        capacity: POINTS,
        width: limb.endsWith('Hand') ? 3 : 4,
        hidden: 0.15,
        past: PAST,
        opacity: 0.85,
        order: ORDER.spaceTrail,
      }),
    );
    for (const line of lines) root.add(line.object);
    const times = new Float64Array(POINTS);
    const places = lines.map(() => new Float64Array(3 * POINTS));
    let joints: readonly (number | undefined)[] = [];
    let skeleton: Skeleton | undefined;
    let frameTime = 0;
    let count = 0;
    const draw = (line: FatLine, way: Float64Array): void => {
      for (let i = 0; i < count; i++) line.setPoint(i, way[3 * i]!, way[3 * i + 1]!, way[3 * i + 2]!, times[i]!, 0);
      line.finish(count);
    };
    return {
      show({ clip, body, dark }) {
        const palette = paletteOf(dark);
        lines.forEach((line, i) => {
          line.setColours(i < 2 ? palette.left : palette.right);
        });
        if (clip) ({ frameTime } = clip);
        if (clip?.skeleton === skeleton) return;
        skeleton = clip?.skeleton;
        const roles = clip?.roles.status === 'humanoid' ? clip.roles.roles : body?.roles;
        joints = LIMBS.map((limb) => roles?.[limb]);
        count = 0;
      },
      at(frame) {
        const now = frame * frameTime;
        const last = times[count - 1] ?? now;
        if (now < last || now - last > CUT) count = 0;
        if (count > 1 && now - times[count - 2]! < GAP) count--; // the newest point goes along until it is far enough
        if (count === POINTS) {
          count--;
          times.copyWithin(0, 1);
          for (const way of places) way.copyWithin(0, 3);
        }
        times[count] = now;
        count++;
        for (let i = 0; i < lines.length; i++) {
          const [line, way, joint] = [lines[i]!, places[i]!, joints[i]];
          const known = joint !== undefined && pose.origins.length > 3 * joint;
          for (let k = 0; k < 3; k++) way[3 * count - 3 + k] = known ? pose.origins[3 * joint + k]! : 0;
          line.setNow(now);
          if (known) draw(line, way);
          else line.finish(0);
        }
      },
      dispose() {
        for (const line of lines) line.dispose();
      },
    };
  },
};
