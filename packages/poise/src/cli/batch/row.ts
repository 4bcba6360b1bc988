/** One line of a manifest: what became of one file. Rows hold no times, hosts or places of one machine. */
import { createHash } from 'node:crypto';
import type { MeasureValues } from '../../measures/published.ts';
import type { ClipCard } from '../../report/clip-card.ts';
import { VERSION } from '../version.ts';

/** done: worked on; refused: cannot be read, or not be worked on; skipped: holds no person; failed: the machine failed, so that another
 *  try may succeed. */
export const ROW_STATUSES = ['done', 'refused', 'skipped', 'failed'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

export interface RowOutput {
  readonly file: string; // from the folder of the outputs
  readonly sha256: string;
  readonly bytes: number;
}

/** Columns are documented in docs/batch.md. */
export interface BatchRow {
  readonly id: string;
  readonly file: string; // from the root of the job, with forward slashes
  readonly status: RowStatus;
  readonly achieved?: boolean; // of commands that write: the clip is as asked
  readonly message?: string;
  readonly clips: readonly ClipCard[]; // one per take; of commands that write: the result
  readonly measures?: readonly MeasureValues[]; // one per take
  readonly before?: ClipCard;
  readonly change?: Readonly<Record<string, unknown>>; // what was done to the clip
  readonly outputs?: readonly RowOutput[];
  readonly reads?: Readonly<Record<string, string>>; // further files that were read, and their hashes
}

const ID = /^[0-9a-f]{64}$/;

/** What work needs of a row that is read again: of a shard, a journal, a manifest. */
export function isRow(value: unknown): value is BatchRow {
  if (typeof value !== 'object' || value === null) return false;
  const { id, file, status, clips, outputs, reads } = value as Partial<BatchRow>;
  if (typeof id !== 'string' || !ID.test(id) || typeof file !== 'string') return false;
  if (!ROW_STATUSES.some((known) => known === status) || !Array.isArray(clips)) return false;
  if (outputs !== undefined && !(Array.isArray(outputs) && outputs.every(isOutput))) return false;
  if (reads === undefined) return true;
  return typeof reads === 'object' && reads !== null && Object.values(reads).every((hash) => typeof hash === 'string');
}

const isOutput = (value: Partial<RowOutput> | null): boolean =>
  typeof value?.file === 'string' && typeof value.sha256 === 'string';

const FORM = 1; // of rows; another number makes all rows anew

export const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

/** The id of a row: the same bytes, options and version give the same row. `extension` says how the bytes are read. */
export function rowId(data: Uint8Array, extension: string, command: string, options: unknown): string {
  const head = JSON.stringify([FORM, VERSION, command, extension, canonical(options)]);
  return createHash('sha256').update(`${head.length}:`).update(head).update(data).digest('hex');
}

/** Objects with sorted keys, so that the order in which options were given says nothing. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, canonical(item)]));
}

/** The order of a manifest: by id, files with the same bytes by name. */
export const byId = (a: Pick<BatchRow, 'id' | 'file'>, b: Pick<BatchRow, 'id' | 'file'>): number =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : a.file < b.file ? -1 : a.file > b.file ? 1 : 0;
