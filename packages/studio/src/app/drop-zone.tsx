/** Files can be dropped anywhere. */
import { useEffect, useState } from 'react';
import { useStudio } from '../state/use-studio.ts';
import { readDrop } from './read-drop.ts';
import { useApp } from './studio-context.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

export function DropZone() {
  const { desk, store } = useApp();
  const readable = useStudio((state) => state.catalogue?.readable);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const enter = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Leaving for a child of the page is not leaving.
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!holdsFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      setOver(false);
      readDrop(event.dataTransfer)
        .then(desk.open)
        .catch((error: Error) =>
          store.dispatch({
            type: 'notice/add',
            kind: 'error',
            text: `What was dropped cannot be read: ${error.message}`,
          }),
        );
    };
    const listeners = { dragenter: enter, dragover: enter, dragleave: leave, drop };
    for (const [type, listener] of Object.entries(listeners)) window.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        window.removeEventListener(type, listener as EventListener);
    };
  }, [desk, store]);
  if (!over) return null;
  return (
    <div className="drop-zone">
      <div>
        <p>Drop motion files or a folder</p>
        <p className="soft">{readable?.join(' ')}</p>
        <p className="soft">Nothing is uploaded.</p>
      </div>
    </div>
  );
}
