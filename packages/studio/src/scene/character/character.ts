/** The character on stage: the user's own, else the mannequin, else a figure of rods. */
import type { Body, Clip, Skeleton } from 'poise';
import { type Box3, Group, type Object3D } from 'three';
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
  /** Room that the user's own character takes up in this pose; undefined where somebody else stands there. */
  readonly extent: (out: Box3, pose: PoseSource) => Box3 | undefined;
  readonly setXray: (on: boolean) => void;
  /** Settles when the figure that belongs to the last view stands there. */
  readonly ready: () => Promise<void>;
  readonly dispose: () => void;
}

export interface CharacterEvents {
  readonly onChange: () => void; // another figure came on stage
  readonly onMessage: (text: string) => void;
  readonly prepare: (object: Object3D) => Promise<void>; // hides it until its shaders are there
}

/** What the figure on stage was made from: as long as that holds, only its pose changes. */
type Origin =
  | { readonly kind: 'own'; readonly bytes: Uint8Array; readonly file: string }
  | { readonly kind: 'mannequin'; readonly body: Body }
  | { readonly kind: 'rods'; readonly skeleton: Skeleton };

export function createCharacter(skins: Skins, events: CharacterEvents): Character {
  const object = new Group();
  let figure: Figure | undefined;
  let before: Figure | undefined; // still drawn while the new one is prepared
  let origin: Origin | undefined;
  let joints = -1; // of the figure's skeleton
  let shown: StageView | undefined;
  let arriving: Promise<void> = Promise.resolve();
  let refused: Uint8Array | undefined; // a file without a skin that can be drawn
  let xray = false;

  const leave = (old: Figure | undefined): void => {
    old?.object.removeFromParent();
    old?.dispose();
  };
  /** Another figure comes on stage; one with the same joints stays until the new one can be drawn. */
  const enter = (next: Figure | undefined, from: Origin | undefined, count: number): void => {
    const stays = next && count === joints ? figure : undefined;
    leave(before);
    if (!stays) leave(figure);
    before = stays;
    figure = next;
    origin = from;
    joints = count;
    if (next) {
      next.setXray(xray);
      object.add(next.object);
      void events.prepare(next.object).then(() => {
        if (figure !== next) return;
        leave(before);
        before = undefined;
      });
    }
    events.onChange();
  };

  /** Brings the figure that belongs to the view, unless another view has come meanwhile. */
  const fetch = async (view: StageView, clip: Clip): Promise<void> => {
    const count = clip.skeleton.names.length;
    const isCurrent = (): boolean => shown !== undefined && alike(shown, view);
    if (view.character && view.character !== refused) {
      const file = fileKey(clip);
      if (origin?.kind === 'own' && origin.bytes === view.character && origin.file === file) return;
      const own = await ownFigure(view.character, clip, events.onMessage);
      if (own && isCurrent()) return enter(own, { kind: 'own', bytes: view.character, file }, count);
      own?.dispose();
      if (!own) refused = view.character;
    }
    const { body } = view;
    if (!isCurrent() || (origin?.kind === 'mannequin' && origin.body === body)) return;
    const skin = body && (await skins.skinFor(body, clip));
    if (!isCurrent()) return;
    if (skin && body) enter(createMannequinFigure(skin, body), { kind: 'mannequin', body }, count);
    else if (!figure && (body || !view.awaited)) enterRods(clip.skeleton);
  };
  const enterRods = (skeleton: Skeleton): void =>
    enter(createWoodenFigure(skeleton), { kind: 'rods', skeleton }, skeleton.names.length);

  return {
    object,
    show(view) {
      if (shown && alike(shown, view)) return;
      shown = view;
      const { clip } = view;
      const character = view.character === refused ? undefined : view.character;
      if (!clip) return enter(undefined, undefined, -1);
      if (joints !== clip.skeleton.names.length || !keepsSkin(origin, view, character)) {
        // Nobody is better than rods for a moment.
        if (character || isPerson(view, clip)) enter(undefined, undefined, clip.skeleton.names.length);
        else enterRods(clip.skeleton);
      }
      arriving = fetch(view, clip);
    },
    place(pose) {
      before?.place(pose);
      figure?.place(pose);
    },
    extent(out, pose) {
      if (!figure?.extent) return undefined;
      figure.place(pose);
      return figure.extent(out);
    },
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
      before?.dispose();
      figure?.dispose();
    },
  };
}

/** A skin will come: somebody's body is there, or being made. */
const isPerson = ({ body, awaited }: StageView, { roles }: Clip): boolean =>
  roles.status === 'humanoid' && (body !== undefined || awaited === true);

/** The same person in another size, or in a clip that is not judged yet, keeps its skin until the new one is there. */
function keepsSkin(origin: Origin | undefined, { clip, body }: StageView, character: Uint8Array | undefined): boolean {
  if (origin?.kind === 'own') return origin.bytes === character;
  if (character !== undefined) return false;
  if (body || origin?.kind !== 'mannequin') return true;
  const { names } = origin.body.skeleton;
  return clip?.roles.status === 'humanoid' && clip.skeleton.names.every((name, joint) => name === names[joint]);
}

const alike = (a: StageView, b: StageView): boolean =>
  a.clip === b.clip && a.body === b.body && a.character === b.character && a.awaited === b.awaited;

/** Which nodes of which file, hung up how: an edited clip of the same take has the same key. */
function fileKey({ source }: Clip): string {
  return source ? JSON.stringify([source.file, source.frame, [...source.nodeOfJoint]]) : '';
}

async function ownFigure(bytes: Uint8Array, clip: Clip, say: (text: string) => void): Promise<Figure | undefined> {
  try {
    return await createOwnCharacter(bytes, clip);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    say(`The character of ${clip.source?.file ?? 'this file'} cannot be drawn (${words}); the mannequin stands in.`);
    return undefined;
  }
}
