/**
 * What a link holds: the built-in clip with what was set for it, the mode with its settings, and how it is looked at. Files
 * stay on the user's machine, so a link never names one. Defaults are left out, and what is not understood is passed over,
 * since links live long.
 */
import { type Plain, parseCompact, printCompact } from './compact.ts';
import { NO_EDITS } from './initial.ts';
import { parseBody, parseContacts, parsePushes, printBody, printContacts, printPushes } from './link-edits.ts';
import { originOnStage } from './selectors.ts';
import type { CameraPreset, CameraShot, ClipEdits, StudioState, StudioView } from './types.ts';

export interface Link {
  readonly motion?: string;
  readonly edits: ClipEdits;
  readonly mode?: string;
  readonly settings: Readonly<Record<string, Plain>>; // of modes, by id
  readonly overlays?: readonly string[]; // those that are on
  readonly view: Partial<Pick<StudioView, 'camera' | 'shot' | 'follow' | 'ghosts' | 'inspector' | 'plotRange'>>;
  readonly plots?: readonly string[]; // those in the open drawer
  readonly finding?: number;
  readonly time?: number; // [s]; a link with a moment opens at rest
  readonly unread: readonly string[]; // keys whose content makes no sense
}

const CAMERAS: readonly CameraPreset[] = ['perspective', 'front', 'side', 'top'];
const TABS: readonly StudioView['inspector'][] = ['report', 'body', 'import', 'mode'];
const rounded = (value: number, decimals = 3): number => Number(value.toFixed(decimals));

/** One thing in a link: how it is written (undefined: left out), and how it is read (undefined: makes no sense). */
interface Field<T> {
  readonly key: string;
  readonly print: (state: StudioState) => string | undefined;
  readonly parse: (text: string) => T | undefined;
}

const field = <T>(
  key: string,
  print: (state: StudioState) => string | undefined,
  parse: (text: string) => T | undefined,
): Field<T> => ({ key, print, parse });

const unlessEmpty = <T>(list: readonly T[], print: (list: readonly T[]) => string): string | undefined =>
  list.length > 0 ? print(list) : undefined;

const EDITS = {
  body: field('body', ({ document: { body } }) => unlessEmpty(Object.keys(body), () => printBody(body)), parseBody),
  contacts: field('feet', ({ document }) => unlessEmpty(document.contacts, printContacts), parseContacts),
  pushes: field('push', ({ document }) => unlessEmpty(document.pushes, printPushes), parsePushes),
};

const VIEW = {
  camera: field(
    'camera',
    ({ view }) => (view.camera === 'perspective' ? undefined : view.camera),
    (text) => CAMERAS.find((preset) => preset === text),
  ),
  shot: field('shot', ({ view }) => view.shot && printShot(view.shot), parseShot),
  follow: field(
    'follow',
    ({ view }) => (view.follow ? undefined : 'no'),
    (text) => (text === 'no' ? false : text === 'yes' ? true : undefined),
  ),
  ghosts: field(
    'ghosts',
    ({ view: { ghosts } }) => (ghosts.on ? `${ghosts.count}x${rounded(ghosts.spacing)}` : undefined),
    parseGhosts,
  ),
  inspector: field(
    'tab',
    ({ view }) => (view.inspector === 'report' ? undefined : view.inspector),
    (text) => TABS.find((tab) => tab === text),
  ),
  plotRange: field(
    'range',
    ({ view: { plotRange } }) => plotRange?.map((t) => rounded(t)).join(),
    (text) => {
      const [start = Number.NaN, end = Number.NaN] = numbersIn(text, 2);
      return start < end ? ([start, end] as const) : undefined;
    },
  ),
};

const numbersIn = (text: string, count: number): readonly number[] => {
  const numbers = text.split(',').map((word) => (word === '' ? Number.NaN : Number(word)));
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : [];
};

const printShot = ({ theta, phi, span, lens, target }: CameraShot): string =>
  [theta, phi, span, lens, ...target].map((value) => rounded(value, 4)).join();

function parseShot(text: string): CameraShot | undefined {
  const [theta = 0, phi = 0, span = 0, lens = 0, x = 0, y = 0, z = 0] = numbersIn(text, 7);
  const far = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), span);
  const sane = phi >= 0 && phi <= Math.PI && span > 0.01 && lens > 1 && lens < 120 && far < 1e4;
  return sane ? { theta, phi, span, lens, target: [x, y, z] } : undefined;
}

function parseGhosts(text: string): StudioView['ghosts'] | undefined {
  const [, count, spacing] = /^(\d{1,2})x(\d*\.?\d+)$/.exec(text) ?? [];
  const sane = Number(count) >= 1 && Number(count) <= 12 && Number(spacing) >= 0.01 && Number(spacing) <= 10;
  return sane ? { on: true, count: Number(count), spacing: Number(spacing) } : undefined;
}

export interface LinkOptions {
  readonly time?: number; // [s] the moment, where the link is to hold it
  readonly usual?: Readonly<Record<string, unknown>>; // settings of modes at the start, which need no words
}

/** The state as the part of an address behind '#'. */
export function printLink(state: StudioState, { time, usual = {} }: LinkOptions = {}): string {
  const parts: string[] = [];
  const add = (key: string, value: string | undefined): void => {
    if (value === undefined) return;
    parts.push(`${encodeURIComponent(key)}=${encodeURIComponent(value).replace(/%(?:2C|3A)/g, decodeURIComponent)}`);
  };
  const origin = originOnStage(state);
  const builtIn = origin?.kind === 'built-in';
  if (builtIn) {
    add('clip', origin.motion);
    for (const [name, value] of Object.entries(state.document.values)) add(`p.${name}`, String(rounded(value, 4)));
    for (const { key, print } of Object.values(EDITS)) add(key, print(state));
  }
  if (state.view.mode !== 'analyse') add('mode', state.view.mode);
  for (const [mode, settings] of Object.entries(state.document.modes)) add(`m.${mode}`, changed(settings, usual[mode]));
  const shown = state.layers.filter(({ id }) => state.view.overlays[id]).map(({ id }) => id);
  if (state.layers.length > 0) add('show', shown.join());
  for (const { key, print } of Object.values(VIEW)) add(key, print(state));
  if (state.view.panels.plots.open) add('plots', state.view.plots.join());
  if (builtIn && state.view.finding !== undefined) add('finding', String(state.view.finding));
  if (time !== undefined) add('t', time.toFixed(3));
  return parts.join('&');
}

/** Settings that differ from the usual ones; undefined where none does. */
function changed(settings: unknown, usual: unknown): string | undefined {
  if (typeof settings !== 'object' || settings === null) return undefined;
  const before = (usual ?? {}) as Readonly<Record<string, unknown>>;
  const differ = Object.entries(settings).filter(([key, value]) => printCompact(value) !== printCompact(before[key]));
  return differ.length > 0 ? printCompact(Object.fromEntries(differ)) : undefined;
}

/** Reads such a part, with or without '#'. */
export function parseLink(hash: string): Link {
  const query = new Map<string, string>(); // of a key that stands twice the first counts
  for (const [key, text] of new URLSearchParams(hash.replace(/^#/, ''))) if (!query.has(key)) query.set(key, text);
  const unread: string[] = [];
  /** Content of a key, read; a key whose content makes no sense is noted. */
  const read = <T>(key: string, parse: (text: string) => T | undefined): T | undefined => {
    const text = query.get(key);
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined) unread.push(key);
    return value;
  };
  const readAll = (fields: Readonly<Record<string, Field<unknown>>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields)
        .map(([name, { key, parse }]) => [name, read(key, parse)] as const)
        .filter(([, value]) => value !== undefined),
    );
  const prefixed = <T>(prefix: string, parse: (text: string) => T | undefined): Record<string, T> => {
    const keys = [...query.keys()].filter((key) => key.startsWith(prefix));
    const entries = keys.map((key) => [key.slice(prefix.length), read(key, parse)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, T>;
  };
  const time = read('t', nonNegative);
  const finding = read('finding', (text) => (/^\d{1,4}$/.test(text) ? Number(text) : undefined));
  const motion = query.get('clip');
  const mode = query.get('mode');
  return {
    ...(motion && { motion }),
    edits: { ...NO_EDITS, ...(readAll(EDITS) as Partial<ClipEdits>), values: prefixed('p.', finite) },
    ...(mode && { mode }),
    settings: prefixed('m.', parseCompact),
    ...(query.has('show') && { overlays: wordsIn(query.get('show')) }),
    view: readAll(VIEW) as Link['view'],
    ...(query.has('plots') && { plots: wordsIn(query.get('plots')) }),
    ...(finding !== undefined && { finding }),
    ...(time !== undefined && { time }),
    unread,
  };
}

const wordsIn = (text: string | undefined): readonly string[] => (text ?? '').split(',').filter(Boolean);

const finite = (text: string): number | undefined => {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : undefined;
};

const nonNegative = (text: string): number | undefined => {
  const value = finite(text);
  return value !== undefined && value >= 0 ? value : undefined;
};
