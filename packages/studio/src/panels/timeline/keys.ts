/** What a key means while the timeline has the focus. */
export type KeyAction =
  | { readonly kind: 'step'; readonly frames: number }
  | { readonly kind: 'start' | 'end' | 'play' | 'loop' | 'cycle' | 'clear' | 'fit' | 'cancel' }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'lane'; readonly by: number };

const LEAP = 10; // frames

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const PLAIN: Readonly<Record<string, KeyAction>> = {
  PageUp: { kind: 'step', frames: -LEAP },
  PageDown: { kind: 'step', frames: LEAP },
  Home: { kind: 'start' },
  End: { kind: 'end' },
  ' ': { kind: 'play' },
  l: { kind: 'loop' },
  Enter: { kind: 'cycle' },
  Delete: { kind: 'clear' },
  Backspace: { kind: 'clear' },
  ArrowUp: { kind: 'lane', by: -1 },
  ArrowDown: { kind: 'lane', by: 1 },
  '+': { kind: 'zoom', factor: 1.5 },
  '=': { kind: 'zoom', factor: 1.5 },
  '-': { kind: 'zoom', factor: 1 / 1.5 },
  '0': { kind: 'fit' },
  Escape: { kind: 'cancel' },
};

export function actionOf(press: KeyPress): KeyAction | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const frames = press.shiftKey ? LEAP : 1;
  if (press.key === 'ArrowLeft') return { kind: 'step', frames: -frames };
  if (press.key === 'ArrowRight') return { kind: 'step', frames };
  return PLAIN[press.key];
}
