/** A second clip on stage, at the same moment as the first: over the person as light, or beside them as a tinted figure. */
import type { Body } from 'poise';
import { Group } from 'three';
import type { ActorEvents } from './actors.ts';
import type { Figure } from './character/figure.ts';
import { createMannequinFigure, skinGeometry } from './character/mannequin.ts';
import { createDepthMaterial, createRimFigure } from './character/rim-figure.ts';
import type { Skins } from './character/skins.ts';
import { createWoodenFigure } from './character/wooden-figure.ts';
import type { Companion, PoseSource, StageView } from './contract.ts';
import { createPose } from './pose-source.ts';

export interface CompanionFigure {
  readonly object: Group;
  readonly show: (view: StageView) => void;
  readonly at: (frame: number) => void;
  readonly ready: () => Promise<void>;
  readonly dispose: () => void;
}

const FIRST = 99; // after the ghosts

export function createCompanion(
  skins: Skins,
  { onChange, prepare }: Pick<ActorEvents, 'onChange' | 'prepare'>,
): CompanionFigure {
  const object = new Group();
  const pose = createPose();
  let shown: Companion | undefined;
  let figure: Pick<Figure, 'object' | 'place' | 'dispose'> | undefined;
  let frameTime = 1; // [s] of the clip on stage
  let arriving: Promise<void> = Promise.resolve();

  const enter = (next: typeof figure): void => {
    figure?.object.removeFromParent();
    figure?.dispose();
    figure = next;
    if (next) {
      object.add(next.object);
      void prepare(next.object);
    }
    onChange();
  };
  const fetch = async (wish: Companion): Promise<void> => {
    const skin = wish.body && (await skins.skinFor(wish.body, wish.clip));
    if (shown !== wish) return;
    if (!skin || !wish.body) return enter(createWoodenFigure(wish.clip.skeleton, wish.tint));
    enter(
      wish.look === 'solid'
        ? createMannequinFigure(skin, wish.body, wish.tint)
        : ghostFigure(skin, wish.body.skeleton, wish.tint),
    );
  };

  return {
    object,
    show({ companion, clip }) {
      frameTime = clip?.frameTime ?? 1;
      if (companion === shown) return;
      const before = shown;
      shown = companion;
      pose.use(companion?.clip, companion?.body);
      if (!companion || companion.look === 'wiped') return enter(undefined);
      // Another motion of the same body in the same look keeps its figure.
      const same =
        figure &&
        before &&
        before.body === companion.body &&
        before.look === companion.look &&
        before.tint === companion.tint;
      if (!same || !companion.body) arriving = fetch(companion);
    },
    at(frame) {
      if (!shown || !figure) return;
      pose.at((frame * frameTime) / shown.clip.frameTime);
      if (pose.origins.length === 0) return;
      for (let i = 0; i < pose.origins.length; i += 3) pose.origins[i]! += shown.beside;
      figure.place(pose);
    },
    ready: () => arriving,
    dispose() {
      figure?.dispose();
    },
  };
}

function ghostFigure(
  skin: Parameters<typeof skinGeometry>[0],
  skeleton: Body['skeleton'],
  tint: number,
): Pick<Figure, 'object' | 'place' | 'dispose'> {
  const geometry = skinGeometry(skin);
  geometry.clearGroups();
  const depth = createDepthMaterial();
  const rim = createRimFigure(geometry, depth, skin, skeleton, FIRST);
  rim.paint(tint, 1);
  return {
    object: rim.object,
    place: ({ origins, rotations }: PoseSource) => rim.bones.place(origins, rotations),
    dispose() {
      rim.dispose();
      geometry.dispose();
      depth.dispose();
    },
  };
}
