import type { WorkAction } from './actions.ts';
import type { Job, StudioState } from './types.ts';

export function reduceWork(state: StudioState, action: WorkAction): StudioState {
  switch (action.type) {
    case 'catalogue':
      return { ...state, catalogue: action.catalogue };
    case 'layers': {
      // What a link asked for stands; the rest is as the layers come.
      const usual = Object.fromEntries(action.layers.map(({ id }) => [id, action.on.includes(id)]));
      const asked = Object.keys(state.view.overlays).length > 0;
      const overlays = asked ? { ...withAllOff(usual), ...state.view.overlays } : usual;
      return { ...state, layers: action.layers, view: { ...state.view, overlays } };
    }
    case 'analysis/running':
      return { ...state, analysis: { ...withoutError(state), status: 'running', progress: 0 } };
    case 'analysis/done':
      return {
        ...state,
        analysis: { ...action.result, status: 'done', progress: 1 },
        verdicts: { ...state.verdicts, [action.result.clip]: action.result.verdict },
      };
    case 'analysis/failed': {
      const { clip, subject, error } = action;
      const failed = { status: 'failed', progress: 0, clip, subject, error } as const;
      // What was found before the last change still helps, as long as it is told apart.
      const before = state.analysis.subject === subject ? asOutdated(state) : {};
      return { ...state, analysis: { ...before, ...failed } };
    }
    case 'analysis/cancelled':
      return { ...state, analysis: { ...asOutdated(state), status: 'idle', progress: 0 } };
    case 'explained':
      return { ...state, explanation: action.explanation };
    case 'result/set':
      return { ...state, results: { ...state.results, [action.mode]: action.result } };
    case 'job/start':
      return { ...state, jobs: [...state.jobs, action.job] };
    case 'job/progress':
      return { ...state, jobs: state.jobs.map((job) => withProgress(job, action.id, action.progress)) };
    case 'job/end':
      return { ...state, jobs: state.jobs.filter(({ id }) => id !== action.id) };
    case 'notice/add':
      return addNotice(state, action.kind, action.text);
    case 'notice/remove':
      return { ...state, notices: state.notices.filter(({ id }) => id !== action.id) };
  }
}

const withAllOff = (record: Readonly<Record<string, boolean>>): Readonly<Record<string, boolean>> =>
  Object.fromEntries(Object.keys(record).map((id) => [id, false]));

const withoutError = ({ analysis: { error: _, ...rest } }: StudioState): StudioState['analysis'] => rest;

const asOutdated = (state: StudioState): StudioState['analysis'] => ({
  ...withoutError(state),
  ...(state.analysis.report && { outdated: true }),
});

const withProgress = (job: Job, id: number, progress: number): Job => (job.id === id ? { ...job, progress } : job);

const MOST_NOTICES = 4;

/** The same words are not said twice. */
function addNotice(state: StudioState, kind: 'error' | 'info', text: string): StudioState {
  const id = 1 + Math.max(0, ...state.notices.map((notice) => notice.id));
  const others = state.notices.filter((notice) => notice.text !== text);
  return { ...state, notices: [...others, { id, kind, text }].slice(-MOST_NOTICES) };
}
