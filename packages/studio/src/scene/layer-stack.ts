/** Layers as they live on stage: made when first wanted, shown what changed, moved only while they are on. */
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
  readonly groups: readonly [root: Group, floor: Group];
  live: LiveLayer | undefined; // made when it is first wanted
  on: boolean;
  seen: StageView | undefined; // what the layer was last shown
}

/** Is there nothing new for a layer in this view? */
const alike = (a: StageView | undefined, b: StageView): boolean =>
  a !== undefined &&
  [a.clip === b.clip, a.body === b.body, a.report === b.report, a.dark === b.dark].every(Boolean) &&
  a.blamed === b.blamed &&
  a.pushes === b.pushes &&
  a.limits === b.limits &&
  a.attachments === b.attachments &&
  a.result === b.result &&
  a.companion === b.companion;

export function createLayerStack(
  layers: readonly SceneLayer[],
  world: Object3D,
  ground: Object3D,
  pose: PoseSource,
  prepare: (object: Object3D) => Promise<void>,
): LayerStack {
  const entries = layers.map((layer): Entry => {
    const [root, floor] = [new Group().add(new Group()), new Group().add(new Group())];
    world.add(root);
    ground.add(floor);
    return { layer, live: undefined, groups: [root, floor], on: false, seen: undefined };
  });
  return {
    show(view) {
      for (const entry of entries) {
        const { layer, groups } = entry;
        const here = view.clip !== undefined && (layer.mode === undefined || layer.mode === view.mode);
        entry.on = (view.overlays[layer.id] ?? layer.on) && here;
        for (const group of groups) group.visible = entry.on;
        if (!entry.on || alike(entry.seen, view)) continue;
        entry.seen = view;
        const first = entry.live === undefined;
        entry.live ??= layer.create({ root: groups[0].children[0]!, floor: groups[1].children[0]!, pose });
        entry.live.show(view);
        // Inside the groups, which say whether the layer is on.
        if (first) for (const group of groups) void prepare(group.children[0]!);
      }
    },
    at(frame) {
      for (const { on, live } of entries) if (on) live?.at(frame);
    },
    isOn: (id) => entries.some(({ layer, on }) => on && layer.id === id),
    dispose() {
      for (const { live } of entries) live?.dispose();
    },
  };
}
