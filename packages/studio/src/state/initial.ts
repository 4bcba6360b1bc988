/** The state at the start, and what a clip starts with. */
import type { ClipEdits, StudioDocument, StudioState, StudioView } from './types.ts';

export const NO_EDITS: ClipEdits = { values: {}, body: {}, contacts: [], pushes: [], border: {} };

const DOCUMENT: StudioDocument = { ...NO_EDITS, clip: undefined, modes: {}, shelf: {} };

const VIEW: StudioView = {
  project: '',
  names: {},
  groups: {},
  folded: [],
  bookmarks: [],
  comparison: undefined,
  mode: 'analyse',
  time: 0,
  playing: true,
  loop: true,
  speed: 1,
  overlays: {},
  camera: 'perspective',
  shot: undefined,
  follow: true,
  ghosts: { on: false, count: 3, spacing: 0.2 },
  panels: {
    library: { open: true, size: 248 },
    inspector: { open: true, size: 316 },
    timeline: { open: true, size: 252 },
    plots: { open: false, size: 240 },
  },
  plots: ['zmp-forward', 'zmp-left', 'margin'],
  plotRange: undefined,
  finding: undefined,
  help: false,
  cinema: false,
  muted: false,
  projects: false,
  greeted: false,
  exporting: false,
  theme: 'dark',
  inspector: 'report',
  search: '',
  highlight: undefined,
  picking: undefined,
  picked: undefined,
};

/** A fresh studio. `modes`: settings at the start, by id of the mode. */
export function initialState(modes: Readonly<Record<string, unknown>> = {}): StudioState {
  return {
    document: { ...DOCUMENT, modes },
    view: VIEW,
    library: [],
    analysis: { status: 'idle', progress: 0 },
    verdicts: {},
    jobs: [],
    notices: [],
    explanation: undefined,
    catalogue: undefined,
    layers: [],
    results: {},
  };
}
