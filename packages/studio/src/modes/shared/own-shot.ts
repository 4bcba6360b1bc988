/** Where the camera stands in modes that want more than one person in the picture. */
import type { Store } from '../../state/store.ts';
import type { CameraShot } from '../../state/types.ts';

/** The stage frames whoever comes on it; right after that the camera goes where `shot` says. Returns what ends it. */
export function frameClipsOf(mode: string, store: Store, shot: () => CameraShot): () => void {
  let framed: string | undefined;
  return store.subscribe(() => {
    const { clip } = store.state().document;
    if (clip === framed || !clip?.startsWith(`${mode}:`)) return;
    framed = clip;
    requestAnimationFrame(() => store.dispatch({ type: 'view/set', view: { shot: { ...shot() } } }));
  });
}
