/**
 * What is anticipated and what happens: keeps the figures on stage in step with the settings, and learns. Every change of the
 * settings is replayed at once; while a search is on, its best so far is on stage.
 */
import { ANTICIPATION_PERSON, families, flatCmrt, printScenario, scenarios, solvedCmrts } from 'poise/anticipation';
import { createMannequin } from 'poise/perform';
import type { Companion } from '../../scene/contract.ts';
import { Cancelled } from '../../worker/lane.ts';
import { spawnPart } from '../../worker/spawn.ts';
import type { ModeHost } from '../mode.ts';
import { createLanePool, poolSize } from '../shared/engine-pool.ts';
import type { AnticipateWorker } from './api.ts';
import { change } from './change.ts';
import { type Learned, type Learning, learn } from './learn.ts';
import { planFor } from './plan.ts';
import { createLatest, createReplays, type Wish } from './replays.ts';
import { companionsFor, takeStage } from './staging.ts';
import {
  type AnticipateResult,
  type AnticipateSettings,
  anticipateResult,
  anticipateSettings,
  NO_RESULT,
  type Plan,
  type ScenarioInfo,
} from './types.ts';

const spawn = (): Worker => spawnPart('anticipate');

export interface AnticipateController {
  /** Learns a curve for the scenario as it is believed to be. */
  readonly optimise: () => void;
  readonly cancel: () => void;
  /** Goes on with a search that was stopped. */
  readonly resume: () => void;
  /** Puts the clip on stage and opens the export. */
  readonly exportClip: () => void;
  /** Puts the person who learns on stage again. */
  readonly show: () => void;
  readonly stop: () => void;
}

const listed = (): readonly ScenarioInfo[] => [
  ...families.map(({ scenario: { name, title, text } }) => ({ name, title, text, family: true, solved: true })),
  ...scenarios.map(({ name, title, text, parts }) => ({
    name,
    title,
    text,
    family: false,
    solved: parts.length > 0 || solvedCmrts.some(({ scenario }) => scenario === name),
  })),
];

/** What a plan rests on; the look of the comparison is not part of it. */
const groundsOf = ({ scenario, text, expected, actual, choice, own }: AnticipateSettings): readonly unknown[] => [
  scenario,
  text,
  expected,
  actual,
  choice,
  own,
];

export function createController(host: ModeHost): AnticipateController {
  const { store } = host;
  const pool = createLanePool<AnticipateWorker>(poolSize(navigator.hardwareConcurrency), spawn);
  const { body } = createMannequin(ANTICIPATION_PERSON);
  const replays = createReplays(pool, body);
  let grounds: readonly unknown[] = [];
  let learning: Learning | undefined;
  let learned: (Learned & { readonly plan: Plan }) | undefined;
  let beside: Companion | undefined;
  let stopped = false;

  const result = (): AnticipateResult => anticipateResult(store.state());
  const set = (change: Partial<AnticipateResult>): void => {
    if (!stopped) store.dispatch({ type: 'result/set', mode: 'anticipate', result: { ...result(), ...change } });
  };
  const failed = (error: unknown): void => {
    if (error instanceof Cancelled || stopped) return;
    const words = (error as Error).message;
    set({ busy: false, status: result().with ? 'ready' : 'failed', error: words });
  };

  const wishes = (plan: Plan): { readonly with: Wish; readonly without: Wish; readonly expected: Wish } => ({
    with: { scenario: plan.actual, anticipated: plan.anticipated },
    without: { scenario: plan.actual, anticipated: undefined },
    expected: { scenario: plan.believed, anticipated: plan.anticipated },
  });

  /** The person first, then who stands beside. */
  const replay = createLatest<Plan>(async (plan) => {
    if (stopped) return;
    const wish = wishes(plan);
    set({ busy: true });
    try {
      const shown = await replays.show(wish.with);
      if (result().plan === plan) {
        set({ with: shown, status: 'ready', error: undefined });
        takeStage(host, shown);
      }
      const mismatch = plan.actual !== plan.believed;
      const [without, expected] = await Promise.all([
        replays.show(wish.without),
        mismatch ? replays.show(wish.expected) : undefined,
      ]);
      if (result().plan === plan) set({ without, expected, busy: false });
    } catch (error) {
      failed(error);
    }
  });

  /** While it learns: the best so far, in the world as it is believed to be. */
  const showBest = createLatest<Wish>(async (wish) => {
    if (!learning) return;
    try {
      const shown = await replays.show(wish);
      if (!learning) return;
      set({ with: shown, expected: undefined });
      takeStage(host, shown);
    } catch (error) {
      failed(error);
    }
  });

  const run = async (plan: Plan, before: Learned | undefined): Promise<void> => {
    const { start, seed, evaluations } = anticipateSettings(store.state());
    const { duration, planar } = plan.believed;
    const from = { guess: undefined, flat: flatCmrt(duration, planar), curve: plan.curve }[start];
    const options = { seed, evaluations, start: from, near: start === 'curve' && from !== undefined };
    const setup = { body, scenario: plan.believed };
    const clock = (): number => performance.now() / 1000;
    let tell: (done: number) => void = () => undefined;
    const onProgress = (now: Learned, better: boolean): void => {
      learned = { ...now, plan };
      set({ search: now.view });
      tell(now.view.evaluations / now.view.maxEvaluations);
      if (better && now.best) showBest({ scenario: plan.believed, anticipated: now.best });
    };
    if (!before) showBest({ scenario: plan.believed, anticipated: start === 'curve' ? plan.curve : undefined });
    const mine = learn(pool, setup, options, before, onProgress, clock);
    learning = mine;
    try {
      await host.session.follow(
        `Learning: ${plan.believed.title}`,
        (progress) => {
          tell = progress;
          return { done: mine.done, cancel: mine.stop };
        },
        'anticipate',
      );
    } catch (error) {
      failed(error);
    }
    if (learning !== mine || stopped) return;
    learning = undefined;
    const best = learned?.best;
    if (best) change(store, { choice: 'own', own: best, learned: true }, { apart: true });
    else showPlan(plan);
  };
  const begin = (before: Learned | undefined): void => {
    const { plan } = before && learned ? learned : result();
    if (!plan || learning) return;
    store.dispatch({ type: 'view/set', view: { playing: true } });
    void run(plan, before);
  };

  const showPlan = (plan: Plan): void => {
    set({ plan, complaint: undefined });
    replay(plan);
  };

  /** Follows the settings; a search for something else than is meant now ends. */
  const follow = (): void => {
    const state = store.state();
    const settings = anticipateSettings(state);
    const others = companionsFor(state);
    if (others !== beside) host.showCompanion(others);
    beside = others;
    const now = groundsOf(settings);
    if (now.every((ground, i) => ground === grounds[i])) return;
    grounds = now;
    const outcome = planFor(body, settings);
    if ('complaint' in outcome) {
      set({ complaint: outcome.complaint });
      return;
    }
    const { plan } = outcome;
    const other = learned && learned.plan.believed !== plan.believed && !sameScenario(learned.plan, plan);
    if (learning) learning.stop();
    learning = undefined;
    if (other) {
      learned = undefined;
      set({ search: undefined });
    }
    showPlan(plan);
  };

  store.dispatch({
    type: 'result/set',
    mode: 'anticipate',
    result: { ...NO_RESULT, scenarios: listed(), body, workers: pool.size },
  });
  const unsubscribe = store.subscribe(follow);
  follow();
  // The others load their engines meanwhile; what goes wrong is told by the first rollout.
  for (let i = 1; i < pool.size; i++) pool.run((worker) => worker.warm()).catch(() => undefined);

  const show = (): void => {
    const { with: shown } = result();
    if (shown) takeStage(host, shown);
  };
  return {
    optimise: () => begin(undefined),
    cancel: () => learning?.stop(),
    resume: () => {
      if (learned?.state) begin(learned);
    },
    show,
    exportClip: () => {
      show();
      store.dispatch({ type: 'view/set', view: { exporting: true } });
    },
    stop: () => {
      learning?.stop();
      stopped = true;
      unsubscribe();
      pool.end();
      store.dispatch({ type: 'result/set', mode: 'anticipate', result: undefined });
    },
  };
}

const sameScenario = (a: Plan, b: Plan): boolean => printScenario(a.believed) === printScenario(b.believed);
