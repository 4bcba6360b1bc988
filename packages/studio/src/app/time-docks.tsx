/** Timeline and plots, connected: state in, what a person did out. Both follow the playhead without a render. */
import type { BalanceReport, Clip, ForceTrack } from 'poise';
import { pushTrack } from 'poise/react';
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { modeNamed } from '../modes/index.ts';
import type { ModeLane } from '../modes/mode.ts';
import type { PlotsHandle } from '../panels/plots/types.ts';
import { type EventChange, type ExtraLane, Timeline, type TimelineHandle } from '../panels/timeline/index.ts';
import { trackWith } from '../panels/timeline/push-shape.ts';
import { bodyOnStage, clipOnStage, findingsOnStage, isGrowing, reportOnStage } from '../state/selectors.ts';
import { useStore, useStudio } from '../state/use-studio.ts';
import { useShownJudgement } from './shown-judgement.ts';
import { useApp } from './studio-context.ts';

const Plots = lazy(async () => ({ default: (await import('../panels/plots/index.ts')).Plots }));

/** Hands the playhead to something that can be moved without React. */
function useFollow(handle: React.RefObject<{ readonly setTime: (t: number) => void } | null>): void {
  const { player } = useApp();
  useEffect(() => player.playhead.subscribe((time) => handle.current?.setTime(time)), [player, handle]);
}

export function TimelineDock() {
  const { player, session, making } = useApp();
  const { dispatch } = useStore();
  const handle = useRef<TimelineHandle>(null);
  useFollow(handle);
  const view = useStudio((state) => state.view);
  const clip = useStudio(clipOnStage);
  const { report, findings, leads } = useShownJudgement();
  const pushes = useStudio((state) => state.document.pushes);
  const grows = useStudio(isGrowing);
  const set = (change: Partial<typeof view>): void => dispatch({ type: 'view/set', view: change });
  return (
    <Timeline
      ref={handle}
      clip={clip}
      report={report}
      findings={findings}
      overrides={useStudio((state) => state.document.contacts)}
      events={pushes}
      extra={useModeLanes()}
      time={view.time}
      playing={view.playing}
      grows={grows}
      loop={view.loop}
      speed={view.speed}
      range={view.plotRange}
      finding={view.finding}
      onSeek={player.seek}
      onPlay={(playing) => {
        if (playing !== view.playing) player.toggle();
      }}
      onLoop={(loop) => set({ loop })}
      onSpeed={(speed) => set({ speed })}
      onRange={(plotRange) => set({ plotRange })}
      onOverride={(contacts, words) => dispatch({ type: 'contacts/set', contacts, words })}
      onEventChange={(change) => {
        if (!clip || change.kind === 'select') return;
        const words = PUSH_WORDS[change.kind];
        dispatch({ type: 'pushes/set', pushes: changedPushes(pushes, change, clip, report), words });
      }}
      onTrim={grows ? undefined : ([start, end]) => making.trim(start, end)}
      onReact={clip?.roles.status === 'humanoid' && !grows ? () => void making.react() : undefined}
      onFinding={leads ? () => set({ playing: false }) : session.lookAt}
    />
  );
}

const NO_LANES: readonly ModeLane[] = [];

/** Lanes of the mode that is on, with what each is painted from; the same list while nothing in it has changed. */
function useModeLanes(): readonly ExtraLane[] {
  const store = useStore();
  const last = useRef<readonly ExtraLane[]>([]);
  const read = (): readonly ExtraLane[] => {
    const state = store.state();
    const lanes = modeNamed(state.view.mode).lanes ?? NO_LANES;
    const data = lanes.map(({ select }) => select(state));
    const same =
      lanes.length === last.current.length &&
      lanes.every(({ id }, i) => last.current[i]?.id === id && last.current[i]?.data === data[i]);
    if (!same) last.current = lanes.map(({ select: _, ...lane }, i) => ({ ...lane, data: data[i] }));
    return last.current;
  };
  return useSyncExternalStore(store.subscribe, read);
}

const PUSH_WORDS: Readonly<Record<Exclude<EventChange['kind'], 'select'>, string>> = {
  add: 'add a push',
  move: 'move a push',
  remove: 'remove a push',
};
const PUSH = { impulse: [0, 0, 20], duration: 0.15 } as const; // [N·s] forward, [s]

/** A push is added at the chest, or where the rig has none, at the hips. */
function changedPushes(
  pushes: readonly ForceTrack[],
  change: Exclude<EventChange, { readonly kind: 'select' }>,
  clip: Clip,
  report: BalanceReport | undefined,
): readonly ForceTrack[] {
  if (change.kind === 'move') return pushes.map((push, index) => (index === change.index ? change.track : push));
  if (change.kind === 'remove') return pushes.filter((_, index) => index !== change.index);
  const roles = clip.roles.status === 'humanoid' ? clip.roles.roles : {};
  const segment = roles.upperChest ?? roles.chest ?? roles.spine ?? 0;
  const push = pushTrack({ segment, pointInSegment: [0, 0, 0], time: change.time, ...PUSH });
  return [...pushes, trackWith(push, report, { heading: 0 })];
}

export function PlotsDock() {
  const { player } = useApp();
  const { dispatch } = useStore();
  const handle = useRef<PlotsHandle>(null);
  useFollow(handle);
  const plots = useStudio((state) => state.view.plots);
  const mode = useStudio((state) => state.view.mode);
  return (
    <Suspense fallback={<p className="soft empty-panel">Loading the plots…</p>}>
      <Plots
        ref={handle}
        clip={useStudio(clipOnStage)}
        report={useStudio(reportOnStage)}
        body={useStudio(bodyOnStage)}
        findings={useStudio(findingsOnStage)}
        time={useStudio((state) => state.view.time)}
        range={useStudio((state) => state.view.plotRange)}
        plots={plots}
        extra={modeNamed(mode).plots}
        result={useStudio((state) => state.results[mode])}
        onRange={(plotRange) => dispatch({ type: 'view/set', view: { plotRange } })}
        onSeek={player.seek}
        onPlotsChange={(next) => dispatch({ type: 'view/set', view: { plots: next } })}
      />
    </Suspense>
  );
}
