/** Walk & run: somebody walks or runs, balls are thrown at them, and they find back to their gait, live. */
import type { ModeHost, StudioMode } from '../mode.ts';
import { modeLane } from '../mode.ts';
import { floorVector } from '../shared/floor-drag.ts';
import { wholeImpulse } from './ball.ts';
import { createController, type GaitController } from './controller.ts';
import { GaitInspector } from './inspector.tsx';
import { describeRun, paintRun } from './lane.ts';
import { running } from './running.ts';
import { acceptsSettings, GAIT_SETTINGS, gaitResult, gaitSettings, hitAt, type Run, runOnStage } from './types.ts';

const CLICK = 0.06; // [m] a pointer may wander on the body and still have clicked
const PLOTS = ['linear-momentum', 'angular-momentum'];

/** A click on the body throws at that point as set; a drag says which way the ball flies. */
function takeDrags(host: ModeHost, controller: GaitController): void {
  host.onBodyDrag({
    begin: () => gaitResult(host.store.state()).status === 'ready',
    move: () => {
      const { mass, speed } = gaitSettings(host.store.state());
      const bodyMass = gaitResult(host.store.state()).world?.body.totalMass ?? 70;
      return `${mass.toFixed(1)} kg, ${speed.toFixed(1)} m/s: ${wholeImpulse(bodyMass, mass, speed).toFixed(0)} N·s`;
    },
    end: ({ joint, pointInSegment }, pull) => {
      const { vector } = pull;
      const target = { segment: joint, pointInSegment };
      const dragged = Math.hypot(...vector) > CLICK;
      const [x, z] = floorVector(pull);
      controller.throwAt(target, dragged ? flat([-x, -z]) : undefined);
    },
  });
}

/** Unit, or nothing where there is no way. */
function flat([x, z]: readonly [x: number, z: number]): readonly [x: number, z: number] | undefined {
  const size = Math.hypot(x, z);
  return size > 1e-6 ? [x / size, z / size] : undefined;
}

function start(host: ModeHost): () => void {
  const { store } = host;
  const { plots, speed, follow } = store.state().view;
  const others = plots.filter((id) => !PLOTS.includes(id));
  store.dispatch({ type: 'view/set', view: { inspector: 'mode', follow: true, plots: [...PLOTS, ...others] } });
  const controller = createController(host);
  running.controller = controller;
  takeDrags(host, controller);
  return () => {
    controller.stop();
    running.controller = undefined;
    // what the user has added meanwhile stays
    const now = store.state().view.plots.filter((id) => !PLOTS.includes(id) || plots.includes(id));
    store.dispatch({ type: 'view/set', view: { plots: now, speed, follow } });
  };
}

export const gaitMode: StudioMode = {
  id: 'gait',
  title: 'Walk & run',
  hint: 'Throw balls at somebody who walks or runs',
  key: 'W',
  settings: GAIT_SETTINGS,
  accepts: acceptsSettings,
  Inspector: GaitInspector,
  scene: async () => (await import('./layers.ts')).gaitLayers,
  lanes: [
    modeLane<Run | undefined>({
      id: 'gait-hits',
      label: 'Hits',
      least: 18,
      most: 26,
      select: runOnStage,
      paint: paintRun,
      describe: describeRun,
      onClick: (frame, run) => {
        const time = frame * (run?.frameTime ?? 0);
        running.controller?.seek(hitAt(run, time)?.time ?? time);
      },
    }),
  ],
  start,
};
