/** Layers as they live on stage: made once, shown what changed, moved only while they are on. */
import { Group, type Object3D } from 'three';
import type { LiveLayer, PoseSource, SceneLayer, StageView } from './contract.ts';

export interface LayerStack {
  readonly show: (view: StageView) => void;
  readonly at: (frame: number) => void;
  readonly isOn: (id: string) => boolean;
  readonly dispose: () => void;
}

interface Entry {
  readonly layer: SceneLayer;
  readonly live: LiveLayer;
  readonly groups: readonly Group[];
  on: boolean;
  seen: StageView | undefined; // what the layer was last shown
}

/** Is there nothing new for a layer in this view? */
const alike = (a: StageView | undefined, b: StageView): boolean =>
  a !== undefined && a.clip === b.clip && a.body === b.body && a.report === b.report && a.dark === b.dark;

export function createLayerStack(
  layers: readonly SceneLayer[],
  world: Object3D,
  ground: Object3D,
  pose: PoseSource,
): LayerStack {
  const entries = layers.map((layer): Entry => {
    const [root, floor] = [new Group(), new Group()];
    world.add(root);
    ground.add(floor);
    return { layer, live: layer.create({ root, floor, pose }), groups: [root, floor], on: false, seen: undefined };
  });
  return {
    show(view) {
      for (const entry of entries) {
        entry.on = (view.overlays[entry.layer.id] ?? entry.layer.on) && view.clip !== undefined;
        for (const group of entry.groups) group.visible = entry.on;
        if (!entry.on || alike(entry.seen, view)) continue;
        entry.seen = view;
        entry.live.show(view);
      }
    },
    at(frame) {
      for (const { on, live } of entries) if (on) live.at(frame);
    },
    isOn: (id) => entries.some(({ layer, on }) => on && layer.id === id),
    dispose() {
      for (const { live } of entries) live.dispose();
    },
  };
}
