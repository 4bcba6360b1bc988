/** Simulate: the clip on stage in a physics engine, live; drag on the body to push. */
import { lazy, Suspense } from 'react';
import type { ModeHost, StudioMode } from '../mode.ts';
import { modeLane } from '../mode.ts';
import { dragImpulse, impulseWords } from '../shared/push-drag.ts';
import { describeRun, paintRun } from './lane.ts';
import { running } from './running.ts';
import { acceptsSettings, type Run, runOnStage, SIMULATE_SETTINGS, simulateResult } from './types.ts';

const Panel = lazy(async () => ({ default: (await import('./inspector.tsx')).SimulateInspector }));

const SimulateInspector = () => (
  <Suspense fallback={<p className="soft empty-panel">Loading…</p>}>
    <Panel />
  </Suspense>
);

const LEAST = 1; // [N·s] a click on the body is no push

function takeDrags(host: ModeHost): void {
  host.onBodyDrag({
    begin: () => simulateResult(host.store.state()).status === 'ready',
    move: (_, pull) =>
      impulseWords(Math.hypot(...dragImpulse(pull)), simulateResult(host.store.state()).world?.body.totalMass ?? 70),
    end: ({ joint, pointInSegment }, pull) => {
      const [x, z] = dragImpulse(pull);
      if (Math.hypot(x, z) < LEAST) return;
      running.controller?.push({ impulse: [x, 0, z], segment: joint, pointInSegment });
    },
  });
}

function start(host: ModeHost): () => void {
  const { store } = host;
  store.dispatch({ type: 'view/set', view: { inspector: 'mode' } });
  takeDrags(host);
  let gone = false;
  import('./controller.ts').then(
    ({ createController }) => {
      if (!gone) running.controller = createController(host);
    },
    (error: Error) => store.dispatch({ type: 'notice/add', kind: 'error', text: error.message }),
  );
  return () => {
    gone = true;
    running.controller?.stop();
    running.controller = undefined;
  };
}

export const simulateMode: StudioMode = {
  id: 'simulate',
  title: 'Simulate',
  hint: 'The clip on stage as a body with weight and muscles: push it, pause, go back',
  key: 'S',
  settings: SIMULATE_SETTINGS,
  accepts: acceptsSettings,
  Inspector: SimulateInspector,
  lanes: [
    modeLane<Run | undefined>({
      id: 'simulate-status',
      label: 'Balance',
      least: 15,
      most: 24,
      select: runOnStage,
      paint: paintRun,
      describe: describeRun,
    }),
  ],
  start,
};
