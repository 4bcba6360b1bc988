/** Everyone on stage at one moment: the person, their ghosts, what is laid over them. */
import { type Box3, Group, type Object3D } from 'three';
import { type BoneList, bonesOf } from './bone-list.ts';
import { createCharacter } from './character/character.ts';
import { createSkins } from './character/skins.ts';
import { createCompanion } from './companion.ts';
import type { SceneLayer, StageView } from './contract.ts';
import { createGhosts } from './ghosts.ts';
import { createHighlight } from './highlight.ts';
import { createLayerStack } from './layer-stack.ts';
import { createPose, type LivePose } from './pose-source.ts';

export interface Actors {
  readonly object: Group;
  readonly pose: LivePose;
  readonly bones: () => BoneList | undefined;
  /** Room that the user's own character takes up in the pose; undefined where there is none. */
  readonly extent: (out: Box3) => Box3 | undefined;
  readonly show: (view: StageView) => void;
  /** Takes the pose of a frame; false when nobody is there. Must not allocate. */
  readonly at: (frame: number) => boolean;
  /** The person alone, in the pose that a companion has in its part of the picture; false where there is none. */
  readonly wipeTo: (frame: number) => boolean;
  /** Everyone again, after that. */
  readonly wipeBack: () => void;
  readonly ready: () => Promise<void>;
  readonly dispose: () => void;
}

export interface ActorEvents {
  readonly onChange: () => void; // a figure has arrived
  readonly onMessage: (text: string) => void;
  readonly prepare: (object: Object3D) => Promise<void>; // hides it until its shaders are there
}

export function createActors(layers: readonly SceneLayer[], floor: Object3D, events: ActorEvents): Actors {
  const pose = createPose();
  const other = createPose();
  const skins = createSkins();
  const character = createCharacter(skins, events);
  const ghosts = createGhosts(skins, events);
  const companion = createCompanion(skins, events);
  const second = createCompanion(skins, events);
  const marks = new Group();
  const highlight = createHighlight(marks);
  const stack = createLayerStack(layers, marks, floor, pose, events.prepare);
  const object = new Group();
  object.add(character.object, ghosts.object, companion.object, second.object, marks);
  let shown: StageView | undefined;
  let bones: BoneList | undefined;
  return {
    object,
    pose,
    bones: () => bones,
    extent: (out) => (pose.origins.length > 0 ? character.extent(out, pose) : undefined),
    show(view) {
      if (shown?.clip !== view.clip || shown?.body !== view.body) pose.use(view.clip, view.body);
      if (shown?.clip !== view.clip) bones = view.clip && bonesOf(view.clip.skeleton);
      const wiped = view.companion?.look === 'wiped' ? view.companion : undefined;
      other.use(wiped?.clip, wiped?.body);
      shown = view;
      for (const part of [character, stack, ghosts, companion, highlight]) part.show(view);
      second.show({ ...view, companion: view.companion?.also });
      marks.visible = view.clip !== undefined;
      character.object.visible = view.overlays['character'] ?? true;
      character.setXray(stack.isOn('skeleton'));
    },
    at(frame) {
      pose.at(frame);
      if (pose.origins.length === 0) return false;
      character.place(pose);
      stack.at(frame);
      ghosts.at(frame);
      companion.at(frame);
      second.at(frame);
      highlight.at(pose);
      return true;
    },
    wipeTo(frame) {
      if (shown?.companion?.look !== 'wiped') return false;
      other.at(frame);
      if (other.origins.length === 0) return false;
      character.place(other);
      marks.visible = ghosts.object.visible = false;
      return true;
    },
    wipeBack() {
      character.place(pose);
      marks.visible = ghosts.object.visible = true;
    },
    async ready() {
      await character.ready();
      await ghosts.ready();
      await companion.ready();
      await second.ready();
    },
    dispose() {
      for (const part of [stack, ghosts, companion, second, highlight, character, skins]) part.dispose();
    },
  };
}
