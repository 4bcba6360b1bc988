/**
 * What the page's main thread does, task by task, in processor time of its own. Waiting for a software renderer or for a
 * busy machine is not in it, so that the numbers are those of the script.
 */
import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number; // [µs]
  readonly tdur?: number; // [µs] of the thread
  readonly args?: { readonly name?: string };
}

export interface Tasks {
  readonly longest: number; // [ms] of the thread
  readonly above50: number; // tasks of more than 50 ms
  readonly total: number; // [ms]
  readonly list: readonly number[]; // [ms] the ten longest
}

const CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'];

/** Runs `work` and returns what it cost the page. */
export async function measureTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<Tasks> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const durations = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
  return {
    longest: durations[0] ?? 0,
    above50: durations.filter((ms) => ms > 50).length,
    total: durations.reduce((sum, ms) => sum + ms, 0),
    list: durations.slice(0, 10),
  };
}
