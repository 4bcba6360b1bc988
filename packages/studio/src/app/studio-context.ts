/** What every panel can reach: the store, the session that keeps the workers, the player and the viewport. */
import { createContext, useContext } from 'react';
import type { Viewport } from '../scene/viewport.ts';
import type { Store } from '../state/store.ts';
import type { Making } from './making/making.ts';
import type { StudioHost } from './mode-host.ts';
import type { Player } from './player.ts';
import type { Desk } from './project/desk.ts';
import type { Session } from './session.ts';

export interface Studio {
  readonly store: Store;
  readonly session: Session;
  readonly player: Player;
  readonly host: StudioHost; // of the modes
  readonly desk: Desk; // projects
  readonly making: Making; // clips of clips
  readonly viewport: { current: Viewport | undefined }; // undefined until three is loaded
}

export const StudioContext = createContext<Studio | undefined>(undefined);

export function useApp(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error('a panel was drawn outside the studio');
  return studio;
}
