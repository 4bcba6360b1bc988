/** A file system whose calls fail when they are told to: `vi.mock('node:fs/promises', failingFiles)`. Calls that change nothing do
 *  not fail, so that a test counts writes. */

import type * as Promises from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** What changes files or folders, or says whether they may be changed. */
const CALLS = ['open', 'rename', 'link', 'copyFile', 'rm', 'mkdir', 'writeFile'] as const;
const HANDLE_CALLS = ['writeFile', 'sync', 'chmod', 'chown', 'close'] as const;

interface Plan {
  /** Numbers of calls that fail, from 0; undefined: none. */
  fails: (call: number) => boolean;
  code: string;
  count: number;
  readonly log: string[];
}

export const plan: Plan = { fails: () => false, code: 'EIO', count: 0, log: [] };

export function failAt(fails: (call: number) => boolean, code = 'EIO'): void {
  Object.assign(plan, { fails, code, count: 0 });
  plan.log.length = 0;
}

function mayFail(name: string): void {
  const call = plan.count++;
  const bad = plan.fails(call);
  plan.log.push(`${name}${bad ? '!' : ''}`);
  if (bad) throw Object.assign(new Error(`${plan.code}: made to fail, ${name}`), { code: plan.code });
}

type Call = (...args: never[]) => Promise<unknown>;

const failing =
  (name: string, call: Call): Call =>
  async (...args) => {
    mayFail(name);
    return call(...args);
  };

function failingHandle(handle: FileHandle): FileHandle {
  for (const name of HANDLE_CALLS) {
    const own = (handle[name] as Call).bind(handle);
    const replaced: Call =
      name === 'close'
        ? async (...args) => {
            await own(...args); // the descriptor is gone even where the system complains
            mayFail(name);
          }
        : name === 'writeFile'
          ? async (...args) => {
              await own(...(args.map((data) => (data as string | Uint8Array).slice(0, 3)) as never[])); // a part is there by then
              mayFail(name);
              return own(...(args.map((data) => (data as string | Uint8Array).slice(3)) as never[]));
            }
          : failing(name, own);
    Object.defineProperty(handle, name, { value: replaced });
  }
  return handle;
}

export async function failingFiles(importOriginal: () => Promise<unknown>): Promise<unknown> {
  const real = (await importOriginal()) as typeof Promises;
  const faked: Record<string, unknown> = { ...real };
  for (const name of CALLS) faked[name] = failing(name, real[name] as Call);
  faked['open'] = async (...args: Parameters<typeof real.open>) => {
    mayFail('open');
    return failingHandle(await real.open(...args));
  };
  return { ...faked, default: faked };
}
