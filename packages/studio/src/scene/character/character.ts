/** Who stands on stage: the user's own character, else the mannequin, else a figure of rods. */
import { Group } from 'three';
import type { PoseSource, StageView } from '../contract.ts';
import type { Figure } from './figure.ts';
import { createMannequinFigure } from './mannequin.ts';
import { createOwnCharacter } from './own-character.ts';
import type { Skins } from './skins.ts';
import { createWoodenFigure } from './wooden-figure.ts';

export interface Character {
  readonly object: Group;
  readonly show: (view: StageView) => void;
  readonly place: (pose: PoseSource) => void;
  readonly setXray: (on: boolean) => void;
  /** Settles when the figure that belongs to the last view stands there. */
  readonly ready: () => Promise<void>;
  readonly dispose: () => void;
}

export interface CharacterEvents {
  readonly onChange: () => void; // another figure came on stage
  readonly onMessage: (text: string) => void;
}

export function createCharacter(skins: Skins, events: CharacterEvents): Character {
  const object = new Group();
  let figure: Figure | undefined;
  let joints = -1; // of the figure's skeleton
  let shown: Pick<StageView, 'clip' | 'body' | 'character'> | undefined;
  let arriving: Promise<void> = Promise.resolve();
  let xray = false;

  const enter = (next: Figure | undefined, count: number): void => {
    figure?.object.removeFromParent();
    figure?.dispose();
    figure = next;
    joints = count;
    if (next) {
      next.setXray(xray);
      object.add(next.object);
    }
    events.onChange();
  };

  const fetch = async (view: StageView): Promise<void> => {
    const { clip, body, character } = view;
    if (!clip) return;
    const current = (): boolean => shown?.clip === clip && shown.body === body && shown.character === character;
    const own = character && (await ownFigure(view, events.onMessage));
    if (own && current()) return enter(own, clip.skeleton.names.length);
    own?.dispose();
    if (!body || body.skeleton.names.length !== clip.skeleton.names.length) return;
    const skin = await skins.skinFor(body, clip);
    if (skin && current()) enter(createMannequinFigure(skin, body.skeleton), clip.skeleton.names.length);
  };

  return {
    object,
    show(view) {
      const { clip, body, character } = view;
      if (shown?.clip === clip && shown?.body === body && shown?.character === character) return;
      const sameFile =
        shown?.character === character && shown?.clip?.source === clip?.source && character !== undefined;
      const count = clip?.skeleton.names.length ?? 0;
      shown = { clip, body, character };
      // The same person in another size keeps its skin until the new one is there.
      if (!clip) enter(undefined, -1);
      else if (joints !== count || (!sameFile && character !== undefined))
        enter(createWoodenFigure(clip.skeleton), count);
      arriving = fetch(view);
    },
    place: (pose) => figure?.place(pose),
    setXray(on) {
      if (on === xray) return;
      xray = on;
      figure?.setXray(on);
    },
    async ready() {
      let waited: Promise<void> | undefined;
      while (waited !== arriving) {
        waited = arriving;
        await waited;
      }
    },
    dispose() {
      shown = undefined;
      figure?.dispose();
    },
  };
}

async function ownFigure(view: StageView, say: (text: string) => void): Promise<Figure | undefined> {
  const { clip, character } = view;
  if (!clip || !character) return undefined;
  try {
    return await createOwnCharacter(character, clip);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    say(`The character of ${clip.source?.file ?? 'this file'} cannot be drawn (${words}); the mannequin stands in.`);
    return undefined;
  }
}
