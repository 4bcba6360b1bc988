/** What a view says, and how it reads its attributes. */
import type { LayerMethod } from 'poise/react';
import { OVERLAYS, type OverlayId } from './overlay-ids.ts';
import type { ViewStatus } from './performance.ts';

export const STATUS_WORDS: Readonly<Record<ViewStatus, string>> = {
  balanced: 'As animated',
  recovering: 'Leans and recovers',
  stepping: 'Takes a step',
  stumbling: 'Stumbles',
  falling: 'Fell: a ragdoll would take over here',
  'no person': 'Nobody to push: no person was found in this file',
};

const METHODS: readonly LayerMethod[] = ['auto', 'push-response', 'reactive-blend', 'reactive-locomotion'];

export const methodOf = (text: string | null): LayerMethod => METHODS.find((method) => method === text) ?? 'auto';

/** 'com zmp', 'all', 'none'; unknown words are passed over. Without the attribute: what tells balance. */
export function overlaysOf(text: string | null): readonly OverlayId[] {
  if (text === null) return ['com', 'zmp', 'support'];
  if (text.trim() === 'all') return OVERLAYS;
  const words = text.toLowerCase().split(/[\s,]+/);
  return OVERLAYS.filter((id) => words.includes(id));
}

/** 'to the left', as the viewer sees it; x to the right, y away from them. */
export function wayWords(x: number, y: number): string {
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 'to the right' : 'to the left';
  return y > 0 ? 'away from you' : 'towards you';
}
