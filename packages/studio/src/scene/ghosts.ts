/**
 * Onion skins: the person at moments before (cyan) and after (magenta). The moments are multiples of the spacing, so ghosts
 * stand still while the person walks through them, and are posed anew only when the playhead passes one.
 */

import type { Body, Clip } from 'poise';
import type { SkinnedMesh as Skin } from 'poise/io';
import { type BufferGeometry, Group } from 'three';
import type { ActorEvents } from './actors.ts';
import { skinGeometry } from './character/mannequin.ts';
import { createDepthMaterial, createRimFigure, type RimFigure } from './character/rim-figure.ts';
import type { Skins } from './character/skins.ts';
import type { StageView } from './contract.ts';
import { paletteOf } from './palette.ts';
import { createPose } from './pose-source.ts';

const MOST = 24; // per side; more than that is fog

interface Ghost extends RimFigure {
  frame: number; // the pose it holds; NaN: none
}

export interface Ghosts {
  readonly object: Group;
  readonly show: (view: StageView) => void;
  readonly at: (frame: number) => void;
  readonly ready: () => Promise<void>;
  readonly dispose: () => void;
}

export function createGhosts(skins: Skins, { onChange, prepare }: Pick<ActorEvents, 'onChange' | 'prepare'>): Ghosts {
  const object = new Group();
  const crowd = new Group();
  object.add(crowd);
  const pose = createPose();
  const depthOnly = createDepthMaterial();
  let view: StageView | undefined;
  let skin: Skin | undefined;
  let geometry: BufferGeometry | undefined;
  let ghosts: Ghost[] = [];
  let arriving: Promise<void> = Promise.resolve();

  const clear = (): void => {
    for (const ghost of ghosts) ghost.dispose();
    ghosts = [];
  };

  const rebuild = (): void => {
    clear();
    const body = view?.body;
    if (!view?.ghosts.on || !body || !geometry || !skin) return;
    const count = Math.min(MOST, Math.max(0, Math.round(view.ghosts.count)));
    for (let k = 0; k < 2 * count; k++) {
      ghosts.push({ ...createRimFigure(geometry, depthOnly, skin, body.skeleton, k), frame: Number.NaN });
    }
    for (const ghost of ghosts) crowd.add(ghost.object);
    void prepare(crowd);
    onChange();
  };

  const dress = async (body: Body, clip: Clip): Promise<void> => {
    const found = await skins.skinFor(body, clip);
    if (!found || view?.body !== body) return;
    if (found !== skin) {
      geometry?.dispose();
      skin = found;
      geometry = skinGeometry(found);
      geometry.clearGroups();
    }
    rebuild();
  };

  return {
    object,
    show(next) {
      const before = view;
      view = next;
      object.visible = next.ghosts.on;
      if (before?.clip !== next.clip || before?.body !== next.body) {
        pose.use(next.clip, next.body);
        for (const ghost of ghosts) ghost.frame = Number.NaN;
      }
      if (!next.ghosts.on || !next.body || !next.clip) return clear();
      const same = before?.body === next.body && before?.ghosts.on && before.ghosts.count === next.ghosts.count;
      if (!same) arriving = dress(next.body, next.clip);
    },
    at(frame) {
      const clip = view?.clip;
      if (!clip || !view || ghosts.length === 0) return;
      const palette = paletteOf(view.dark);
      const step = Math.max(1, view.ghosts.spacing / clip.frameTime); // frames
      const here = Math.round((frame / step) * 1e6) / 1e6; // on a moment or between two
      const perSide = ghosts.length / 2;
      for (let k = 0; k < ghosts.length; k++) {
        const ghost = ghosts[k]!;
        const future = k >= perSide;
        const rank = k % perSide;
        const moment = future ? Math.floor(here) + 1 + rank : Math.ceil(here) - 1 - rank;
        const at = moment * step;
        ghost.object.visible = at >= 0 && at <= clip.frameCount - 1;
        if (!ghost.object.visible) continue;
        if (ghost.frame !== at) {
          ghost.frame = at;
          pose.at(at);
          ghost.bones.place(pose.origins, pose.rotations);
        }
        const away = Math.abs(moment - here) / (perSide + 1);
        ghost.paint(future ? palette.future : palette.past, 1 - 0.8 * away);
      }
    },
    ready: () => arriving,
    dispose() {
      clear();
      geometry?.dispose();
      depthOnly.dispose();
    },
  };
}
