/** What Push draws on stage: the ground that ends, and the push that is being aimed. */
import { createArrow } from '../../scene/arrow.ts';
import type { SceneLayer, StageView } from '../../scene/contract.ts';
import { createFatLine } from '../../scene/fat-line.ts';
import { LIFT, ORDER } from '../../scene/order.ts';
import { paletteOf } from '../../scene/palette.ts';
import { createAbyss } from './abyss.ts';
import { aim } from './aim.ts';
import type { Ground } from './ground.ts';
import { hitLayers } from './hit-layers.ts';
import type { ReactResult } from './types.ts';

const BELOW_PRINTS = ORDER.footprints - 2;
const RIM = { width: 2.5, capacity: 16, hidden: 0.25 };

const ground: SceneLayer = {
  id: 'ends',
  title: 'Ground that ends',
  swatch: 'warn',
  key: undefined,
  on: true,
  create({ floor }) {
    const abyss = createAbyss(BELOW_PRINTS, LIFT.footprints / 2);
    const rim = createFatLine({ ...RIM, order: BELOW_PRINTS + 1 });
    floor.add(abyss.object, rim.object);
    let shown: Ground | undefined;
    return {
      show(view: StageView) {
        const palette = paletteOf(view.dark);
        abyss.setColours(view.dark ? 0x3a4553 : 0xaab5c3, view.dark ? 0x06080b : 0x5d6a7b);
        rim.setColours(palette.warn);
        const now = (view.result as ReactResult | undefined)?.ground;
        if (now === shown) return;
        shown = now;
        const [polygon = []] = now?.polygons ?? [];
        abyss.set(polygon);
        const closed = [...polygon, ...polygon.slice(0, 1)];
        for (const [i, [x, z]] of closed.entries()) rim.setPoint(i, x, LIFT.support, z);
        rim.finish(polygon.length === 0 ? 0 : polygon.length + 1);
      },
      at: () => undefined,
      dispose() {
        abyss.dispose();
        rim.dispose();
      },
    };
  },
};

const METRES = 1 / 70; // per N·s, as a drag on the body has it
const ARROW = 0.022; // [m]
const HEIGHT = 0.03; // [m] above the floor

const aimed: SceneLayer = {
  id: 'aim',
  title: 'Aim of a push',
  swatch: 'push',
  key: undefined,
  on: true,
  create({ root, pose }) {
    const arrow = createArrow(ARROW);
    root.add(arrow.object);
    return {
      show: ({ dark }) => arrow.setColour(paletteOf(dark).push),
      at() {
        const now = aim.now();
        if (!now || pose.com.length === 0) return arrow.hide();
        const [sine, cosine] = [Math.sin(now.heading), Math.cos(now.heading)];
        const x = cosine * now.left + sine * now.forward;
        const z = cosine * now.forward - sine * now.left;
        arrow.set(pose.com[0]!, HEIGHT, pose.com[2]!, x, 0, z, METRES * Math.hypot(x, z));
      },
      dispose: () => arrow.dispose(),
    };
  },
};

export const reactLayers: readonly SceneLayer[] = [ground, aimed, ...hitLayers];
