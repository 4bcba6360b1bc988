/** What holds at the playhead: renders when it changes, not with every picture. */
import { useSyncExternalStore } from 'react';
import { useApp } from '../../app/studio-context.ts';

/** `read` gives the same value as long as nothing has changed. @param read from a time [s] */
export function usePlayhead<T>(read: (time: number) => T): T {
  const { playhead } = useApp().player;
  return useSyncExternalStore(playhead.subscribe, () => read(playhead.time()));
}
