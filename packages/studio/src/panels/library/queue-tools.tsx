/** All files at once: mend those with problems, save what is mended. */
import { waitingToMend } from '../../app/making/queue.ts';
import { nameOf } from '../../app/project/project.ts';
import { useApp } from '../../app/studio-context.ts';
import { fileStem } from '../../state/selectors.ts';
import { useStudio } from '../../state/use-studio.ts';
import { save } from '../export/save.ts';

export function QueueTools() {
  const { making, session, store } = useApp();
  const waiting = useStudio((state) => waitingToMend(state).length);
  const mended = useStudio(
    ({ library }) => library.filter(({ origin }) => origin.kind === 'made' && origin.mode === 'mend').length,
  );
  const saveAll = async (): Promise<void> => {
    const archive = await making.mendedFiles();
    if (archive) save(archive, `${fileStem({ name: nameOf(store.state()) })}-mended.zip`);
  };
  const failed = useStudio(({ library }) => library.filter(({ status }) => status === 'failed').length);
  const clearFailed = (): void => {
    const { library } = store.state();
    session.remove(library.flatMap(({ id, status }) => (status === 'failed' ? [id] : [])));
  };
  if (waiting + mended + failed === 0) return null;
  return (
    <p className="queue-tools">
      {waiting > 0 && (
        <button
          type="button"
          className="button"
          title="Mends every file with problems, one after the other; it goes on after the page is loaded again when you press this once more"
          onClick={() => void making.mendAll()}
        >
          {waiting === 1 ? 'Mend 1 file' : `Mend ${waiting} files`}
        </button>
      )}
      {mended > 0 && (
        <button type="button" className="button" onClick={() => void saveAll()}>
          {mended === 1 ? 'Save 1 mended' : `Save ${mended} mended`}
        </button>
      )}
      {failed > 0 && (
        <button
          type="button"
          className="button"
          title="Takes files that could not be read off the list"
          onClick={clearFailed}
        >
          {failed === 1 ? 'Clear 1 failed' : `Clear ${failed} failed`}
        </button>
      )}
    </p>
  );
}
