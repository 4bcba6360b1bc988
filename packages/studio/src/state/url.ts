/**
 * What a link holds: the built-in clip with its parameters, the mode, the overlays, the camera and the moment. Files stay
 * on the user's machine, so a link never names one.
 */
import { originOnStage } from './selectors.ts';
import type { CameraPreset, StudioState } from './types.ts';

export interface Link {
  readonly motion?: string;
  readonly values: Readonly<Record<string, number>>;
  readonly mode?: string;
  readonly overlays?: readonly string[]; // those that are on
  readonly camera?: CameraPreset;
  readonly time?: number; // [s]; a link with a moment opens at rest
}

const CAMERAS: readonly CameraPreset[] = ['perspective', 'front', 'side', 'top'];

/** The state as the part of an address behind '#'. `time`: include the moment [s]. */
export function printLink(state: StudioState, time?: number): string {
  const parts: string[] = [];
  const add = (key: string, value: string): void => {
    parts.push(`${encodeURIComponent(key)}=${encodeURIComponent(value).replaceAll('%2C', ',')}`);
  };
  const origin = originOnStage(state);
  if (origin?.kind === 'built-in') {
    add('clip', origin.motion);
    for (const [name, value] of Object.entries(state.document.values))
      add(`p.${name}`, String(Number(value.toFixed(4))));
  }
  if (state.view.mode !== 'analyse') add('mode', state.view.mode);
  if (state.layers.length > 0)
    add(
      'show',
      state.layers
        .filter(({ id }) => state.view.overlays[id])
        .map(({ id }) => id)
        .join(),
    );
  if (state.view.camera !== 'perspective') add('camera', state.view.camera);
  if (time !== undefined) add('t', time.toFixed(3));
  return parts.join('&');
}

/** Reads such a part, with or without '#'. What it does not understand it leaves out: links live long. */
export function parseLink(hash: string): Link {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const values: Record<string, number> = {};
  for (const [key, text] of query) {
    const value = Number(text);
    if (key.startsWith('p.') && text !== '' && Number.isFinite(value)) values[key.slice(2)] = value;
  }
  const camera = CAMERAS.find((preset) => preset === query.get('camera'));
  const time = Number.parseFloat(query.get('t') ?? '');
  const motion = query.get('clip');
  const mode = query.get('mode');
  const show = query.get('show');
  return {
    values,
    ...(motion && { motion }),
    ...(mode && { mode }),
    ...(show !== null && { overlays: show.split(',').filter(Boolean) }),
    ...(camera && { camera }),
    ...(Number.isFinite(time) && time >= 0 && { time }),
  };
}
