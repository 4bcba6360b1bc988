/**
 * What the viewport is given and what it gives back. The scene knows nothing of React or the store: the app hands it a
 * StageView whenever something changes and a time sixty times a second.
 */
import type { BalanceReport, Body, Clip, Finding, ForceTrack } from 'poise';
import type { Attachment } from 'poise/dynamics';
import type { Object3D } from 'three';
import type { PushLimits } from '../worker/limits-api.ts';
import type { Palette } from './palette.ts';

/** Everything on stage. Identity changes only when the thing changes, so layers compare by reference. */
export interface StageView {
  readonly clip: Clip | undefined;
  readonly body: Body | undefined;
  readonly awaited?: boolean; // the body is still being made
  readonly report: BalanceReport | undefined;
  readonly blamed: Uint8Array | undefined; // frames of the report, 1 = the verdict holds the ZMP against the clip
  readonly overlays: Readonly<Record<string, boolean>>;
  readonly ghosts: { readonly on: boolean; readonly count: number; readonly spacing: number };
  readonly character: Uint8Array | undefined; // bytes of the GLB or FBX that the clip came from, to show its own skin
  readonly dark: boolean;
  readonly highlight: { readonly joint: number } | undefined; // a bone pointed at in a panel
  readonly pushes: readonly ForceTrack[];
  readonly limits: PushLimits | undefined; // the largest pushes that the person takes
  readonly attachments: readonly Attachment[]; // weights that the person carries
  readonly companion: Companion | undefined;
  readonly wipe: number | undefined; // 0 … 1 of the picture's width: left of it the original of a companion that leads
  readonly mode: string;
  readonly result: unknown; // what the mode has found out, for its own layers
}

/** A second clip on stage, at the same time as the first: the original over its correction, or two answers side by side. */
export interface Companion {
  readonly clip: Clip;
  readonly body: Body | undefined; // without one it stands there as rods
  readonly look: 'ghost' | 'solid' | 'wiped'; // wiped: the person takes its pose in a part of the picture
  readonly tint: number; // 0xrrggbb
  readonly beside: number; // [m] along +x from where its clip has it; 0: over the person
  /** It is the one looked at, with all that is laid over a person; who is on stage becomes a figure of light, or goes. */
  readonly leads?: Lead;
  readonly also?: Companion; // one more; it stands there like the first and leads nothing
}

/** How a companion takes the stage. */
export interface Lead {
  readonly report: BalanceReport; // of the companion's clip
  readonly findings: readonly Finding[];
  readonly original: { readonly tint: number; readonly beside: number } | undefined; // how the other is shown
}

/** One kind of thing that is drawn. To add one: one file beside this, one line in layers.ts. */
export interface SceneLayer {
  readonly id: string;
  readonly title: string;
  readonly swatch?: keyof Palette; // its colour in the list of overlays
  readonly key: string | undefined; // '1' … '9' toggles it
  readonly on: boolean; // at the start
  readonly mode?: string; // shown only while this mode is on
  readonly create: (context: LayerContext) => LiveLayer;
}

export interface LayerContext {
  readonly root: Object3D; // add what you draw here, world axes; hidden while the layer is off
  readonly floor: Object3D; // the same for what lies on the floor: y = 0 is the ground of the report, tilted as it is
  readonly pose: PoseSource;
}

export interface LiveLayer {
  /** Something in the view changed. */
  readonly show: (view: StageView) => void;
  /** A new moment: `frame` may lie between two frames. Called only while the layer is on. Must not allocate. */
  readonly at: (frame: number) => void;
  readonly dispose: () => void;
}

/** The pose on stage at the current moment, computed once per picture and shared by all layers. The arrays are replaced when
 *  another clip comes on stage: read them afresh in every call. */
export interface PoseSource {
  readonly q: Float64Array; // nq coordinates
  readonly origins: Float64Array; // n×3 [m] joint origins, world
  readonly rotations: Float64Array; // n×4 world
  readonly com: Float64Array; // 3 [m]; the root where there is no body
}
