import { useRef } from 'react';
import { PROJECT_EXTENSION } from '../../app/project/desk.ts';
import { readPicked } from '../../app/read-drop.ts';
import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Icon } from '../../ui/icons.tsx';

export function OpenButtons() {
  const { desk } = useApp();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const catalogue = useStudio((state) => state.catalogue);
  const take = async (input: HTMLInputElement): Promise<void> => {
    const picked = input.files ? readPicked(input.files) : [];
    input.value = ''; // so that the same file can be opened again
    await desk.open(picked);
  };
  const accept = catalogue && [...catalogue.readable, ...catalogue.companions, PROJECT_EXTENSION].join();
  return (
    <div className="open-buttons" title={catalogue && `Reads ${catalogue.readable.join(' ')}`}>
      <p>Drop files or a folder here</p>
      <button type="button" className="button main" onClick={() => files.current?.click()}>
        <Icon name="file" /> Open files…
      </button>
      <button
        type="button"
        className="button"
        aria-label="Open a folder"
        title="Open a folder"
        onClick={() => folder.current?.click()}
      >
        <Icon name="folder" />
      </button>
      <input
        ref={files}
        type="file"
        id="open-files"
        aria-label="Motion files"
        multiple
        hidden
        accept={accept}
        onChange={(event) => void take(event.target)}
      />
      <input
        ref={folder}
        type="file"
        id="open-folder"
        aria-label="Folder with motion files"
        hidden
        {...{ webkitdirectory: '' }}
        onChange={(event) => void take(event.target)}
      />
    </div>
  );
}
