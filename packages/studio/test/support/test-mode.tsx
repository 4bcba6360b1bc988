/** A mode that uses everything a mode can bring. Only the fixture page knows it. */
import { type Clip, fitBody } from 'poise';
import { Mesh, MeshBasicMaterial, SphereGeometry } from 'three';
import { type LiveRun, type ModeHost, modeLane, type StudioMode } from '../../src/modes/mode.ts';
import type { SceneLayer } from '../../src/scene/contract.ts';
import { clipOnStage } from '../../src/state/selectors.ts';
import type { StudioState } from '../../src/state/types.ts';
import { createLane } from '../../src/worker/lane.ts';
import type { CountingWorker } from './test-worker.ts';

/** What the page tests ask for. */
export interface TestMode {
  readonly host: ModeHost;
  readonly said: string[];
  readonly show: () => void; // its result
  readonly companion: (on: boolean) => void;
  readonly live: (frames: number) => LiveRun; // a person who rises a centimetre per frame
  readonly count: (to: number) => Promise<number>;
}

declare global {
  interface Window {
    testMode: TestMode;
  }
}

const balloon: SceneLayer = {
  id: 'test-balloon',
  title: 'Test balloon',
  key: undefined,
  on: true,
  create({ root, pose }) {
    const mesh = new Mesh(new SphereGeometry(0.3), new MeshBasicMaterial({ color: 0xff00ff }));
    mesh.material.toneMapped = false;
    root.add(mesh);
    return {
      show: ({ result }) => mesh.scale.setScalar(result ? 1 : 0.01),
      at: () => mesh.position.set(pose.com[0]! + 0.8, pose.com[1]!, pose.com[2]!),
      dispose: () => mesh.geometry.dispose(),
    };
  },
};

const resultOf = (state: StudioState): Float64Array | undefined => state.results['test'] as Float64Array | undefined;

const lane = createLane<CountingWorker>(
  () => new Worker(new URL('./test-worker.ts', import.meta.url), { type: 'module' }),
);

function start(host: ModeHost): () => void {
  const said: string[] = [];
  const clip = (): Clip => clipOnStage(host.store.state())!;
  window.testMode = {
    host,
    said,
    show: () =>
      host.store.dispatch({ type: 'result/set', mode: 'test', result: new Float64Array(clip().frameCount).fill(1) }),
    companion: (on) => {
      const shown = { clip: clip(), body: fitBody(clip()), look: 'solid', tint: 0x00ff00, beside: -0.9 } as const;
      host.showCompanion(on ? shown : undefined);
    },
    live: (frames) => {
      const template = clip();
      const first = template.q.slice(0, template.q.length / template.frameCount);
      let step = 0;
      return host.goLive({
        id: 'live:test',
        name: 'Rising',
        template,
        body: fitBody(template),
        frameTime: 1 / 60,
        start: first,
        step: (q) => {
          q[1]! += 0.01;
          return ++step > frames ? 'over' : 'more';
        },
        onEnd: (recording) => said.push(`recorded ${recording.frameCount}`),
      });
    },
    count: (to) => host.run('Counting', lane, (worker, progress) => worker.count(to, progress)),
  };
  host.onBodyDrag({
    move: (_, { vector }) => `${Math.hypot(...vector).toFixed(2)} m`,
    end: (grip, { vector }) =>
      said.push(
        `pulled joint ${grip.joint} by ${vector.map((x) => x.toFixed(2)).join(' ')} at ${grip.time.toFixed(2)}`,
      ),
  });
  return () => said.push('left');
}

export const testMode: StudioMode = {
  id: 'test',
  title: 'Test',
  hint: 'For tests',
  key: 'T',
  settings: {},
  Inspector: () => <p>Settings of the test mode</p>,
  layers: ['capture-point'],
  scene: async () => [balloon],
  lanes: [
    modeLane({
      id: 'test-lane',
      label: 'Test lane',
      least: 20,
      most: 24,
      select: resultOf,
      paint: ({ ctx, width }, { y, height }, data) => {
        ctx.fillStyle = '#ff00ff';
        if (data) ctx.fillRect(0, y, width, height);
      },
      onClick: (frame) => window.testMode.said.push(`clicked frame ${frame}`),
    }),
  ],
  plots: [
    {
      id: 'test-plot',
      title: 'Test plot',
      group: 'Test',
      unit: 'm',
      digits: 1,
      least: 1,
      hint: 'A line of the test mode.',
      select: ({ result, report }) => {
        const values = (result as Float64Array | undefined) ?? new Float64Array(report.frameCount);
        return { lines: [{ label: 'test', values, colour: 'accent' }] };
      },
    },
  ],
  start,
};
