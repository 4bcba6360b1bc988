/** Simulate: the clip on stage in a physics engine, live; drag on the body to push. */
import type { ModeHost, StudioMode } from '../mode.ts';
import { modeLane } from '../mode.ts';
import { controlLater, panelLater } from '../shared/load-later.tsx';
import { dragImpulse, impulseWords } from '../shared/push-drag.ts';
import { describeRun, paintRun } from './lane.ts';
import { running } from './running.ts';
import { acceptsSettings, type Run, runOnStage, SIMULATE_SETTINGS, simulateResult } from './types.ts';

const SimulateInspector = panelLater(async () => (await import('./inspector.tsx')).SimulateInspector);

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
  return controlLater(host, running, async () => (await import('./controller.ts')).createController);
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
