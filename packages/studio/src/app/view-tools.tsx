/** Cameras, ghosts, and the drawers below. */
import type { CameraPreset } from '../state/types.ts';
import { useStore, useStudio } from '../state/use-studio.ts';
import { IconButton } from '../ui/controls.tsx';
import { useApp } from './studio-context.ts';

const CAMERAS: readonly (readonly [preset: CameraPreset, title: string])[] = [
  ['perspective', 'Free'],
  ['front', 'Front'],
  ['side', 'Side'],
  ['top', 'Top'],
];

export function ViewTools() {
  const { viewport } = useApp();
  const { dispatch } = useStore();
  const camera = useStudio((state) => state.view.camera);
  const follow = useStudio((state) => state.view.follow);
  const ghosts = useStudio((state) => state.view.ghosts);
  const plots = useStudio((state) => state.view.panels.plots.open);
  const timeline = useStudio((state) => state.view.panels.timeline.open);
  return (
    <div className="view-tools" role="toolbar" aria-label="View">
      <fieldset className="segments" aria-label="Camera">
        {CAMERAS.map(([preset, title]) => (
          <button
            key={preset}
            type="button"
            aria-pressed={camera === preset}
            title={`${title} (V for the next)`}
            onClick={() => {
              // Pressed again, it turns back to where the preset looks from.
              if (camera === preset) viewport.current?.setCamera(preset);
              dispatch({ type: 'view/set', view: { camera: preset, shot: undefined } });
            }}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <IconButton icon="frame" name="Frame the person" keys="F" onClick={() => viewport.current?.frameAll()} />
      <IconButton
        icon="follow"
        name="Camera follows the person"
        keys="C"
        pressed={follow}
        onClick={() => dispatch({ type: 'view/set', view: { follow: !follow } })}
      />
      <IconButton
        icon="ghosts"
        name="Ghosts"
        keys="G"
        pressed={ghosts.on}
        onClick={() => dispatch({ type: 'view/set', view: { ghosts: { ...ghosts, on: !ghosts.on } } })}
      />
      <IconButton
        icon="plots"
        name="Plots"
        keys="P"
        pressed={plots}
        onClick={() => dispatch({ type: 'view/panel', panel: 'plots', open: !plots })}
      />
      <Bookmarks />
      <IconButton
        icon="cinema"
        name="Cinema: nothing but the person"
        keys="H"
        onClick={() => dispatch({ type: 'view/set', view: { cinema: true } })}
      />
      {!timeline && (
        <IconButton
          icon="timeline"
          name="Timeline"
          onClick={() => dispatch({ type: 'view/panel', panel: 'timeline', open: true })}
        />
      )}
    </div>
  );
}

const MOST_BOOKMARKS = 4;

/** Where the camera stood, kept in the project: one click goes there, Delete forgets it. */
function Bookmarks() {
  const { viewport } = useApp();
  const { dispatch } = useStore();
  const bookmarks = useStudio((state) => state.view.bookmarks);
  const set = (next: typeof bookmarks): void => dispatch({ type: 'view/set', view: { bookmarks: next } });
  const keep = (): void => {
    const shot = viewport.current?.shot();
    if (shot) set([...bookmarks, shot].slice(-MOST_BOOKMARKS));
  };
  return (
    <fieldset className="segments bookmarks" aria-label="Kept views">
      {bookmarks.map((shot, i) => (
        <button
          key={JSON.stringify(shot)}
          type="button"
          aria-label={`Kept view ${i + 1}`}
          title={`Kept view ${i + 1} (Delete forgets it)`}
          onClick={() => dispatch({ type: 'view/set', view: { shot } })}
          onKeyDown={({ key }) => {
            if (key === 'Delete' || key === 'Backspace') set(bookmarks.filter((other) => other !== shot));
          }}
        >
          {i + 1}
        </button>
      ))}
      <IconButton icon="bookmark" name="Keep this view" onClick={keep} />
    </fieldset>
  );
}
