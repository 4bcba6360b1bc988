/** Everything that can happen to the state. Plain data, so that a session can be replayed. */
import type { Clip, ForceTrack } from 'poise';
import type { AnimatedProp } from 'poise/io';
import type { ContactOverride } from 'poise/lint';
import type {
  Analysis,
  BodySettings,
  Catalogue,
  ClipEdits,
  ClipId,
  Explanation,
  ImportSettings,
  Job,
  LayerInfo,
  LibraryEntry,
  StudioView,
  Verdict,
} from './types.ts';

/** Edits: they can be undone. */
export type DocumentAction =
  | { readonly type: 'clip/select'; readonly id: ClipId }
  | { readonly type: 'values/set'; readonly name: string; readonly value: number | undefined } // undefined: its default
  | { readonly type: 'values/reset' }
  | { readonly type: 'body/set'; readonly body: BodySettings } // keys given as undefined go back to what was measured
  | { readonly type: 'contacts/set'; readonly contacts: readonly ContactOverride[]; readonly words?: string }
  | { readonly type: 'pushes/set'; readonly pushes: readonly ForceTrack[]; readonly words?: string }
  | { readonly type: 'edits/restore'; readonly id: ClipId; readonly edits: ClipEdits } // all at once, as a link has them
  | { readonly type: 'border/set'; readonly border: ImportSettings }
  | { readonly type: 'mode/settings'; readonly mode: string; readonly settings: unknown; readonly apart?: boolean }; // apart: a step of its own

/** How one looks at it: not undone. */
export type ViewAction =
  | { readonly type: 'view/set'; readonly view: Partial<StudioView> }
  | { readonly type: 'view/overlay'; readonly id: string; readonly on?: boolean } // absent: the other way round
  | {
      readonly type: 'view/panel';
      readonly panel: keyof StudioView['panels'];
      readonly open?: boolean;
      readonly size?: number;
    };

export type LibraryAction =
  | { readonly type: 'library/add'; readonly entries: readonly LibraryEntry[] }
  | { readonly type: 'library/remove'; readonly id: ClipId }
  | { readonly type: 'library/rename'; readonly id: ClipId; readonly name: string }
  | { readonly type: 'library/group'; readonly ids: readonly ClipId[]; readonly group: string } // '': none
  | { readonly type: 'library/loading'; readonly id: ClipId }
  | { readonly type: 'library/loaded'; readonly id: ClipId; readonly clip: Clip; readonly name?: string }
  | { readonly type: 'library/failed'; readonly id: ClipId; readonly error: string }
  | { readonly type: 'library/takes'; readonly fileId: string; readonly takes: readonly string[] }
  | { readonly type: 'library/verdict'; readonly id: ClipId; readonly verdict: Verdict }
  | {
      readonly type: 'library/made'; // a clip that a mode has made; one with the same id is replaced
      readonly id: ClipId;
      readonly name: string;
      readonly mode: string;
      readonly from: ClipId | undefined;
      readonly clip: Clip;
      readonly live?: boolean; // it is still growing
      readonly props?: readonly AnimatedProp[] | undefined; // things that move beside the person
    };

/** What the workers report. */
export type WorkAction =
  | { readonly type: 'catalogue'; readonly catalogue: Catalogue }
  | { readonly type: 'layers'; readonly layers: readonly LayerInfo[]; readonly on: readonly string[] }
  | { readonly type: 'analysis/running'; readonly clip: ClipId }
  | {
      readonly type: 'analysis/done';
      readonly result: Required<Omit<Analysis, 'error' | 'outdated' | 'status' | 'progress'>>;
    }
  | { readonly type: 'analysis/failed'; readonly clip: ClipId; readonly subject: Clip; readonly error: string }
  | { readonly type: 'analysis/cancelled' }
  | { readonly type: 'result/set'; readonly mode: string; readonly result: unknown }
  | { readonly type: 'explained'; readonly explanation: Explanation | undefined }
  | { readonly type: 'job/start'; readonly job: Job }
  | { readonly type: 'job/progress'; readonly id: number; readonly progress: number }
  | { readonly type: 'job/end'; readonly id: number }
  | { readonly type: 'notice/add'; readonly kind: 'error' | 'info'; readonly text: string }
  | { readonly type: 'notice/remove'; readonly id: number };

export type StudioAction = DocumentAction | ViewAction | LibraryAction | WorkAction;
