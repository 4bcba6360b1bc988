import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import './live.css';

const SPEEDS = [
  [1, '1×'],
  [0.5, '½×'],
  [0.25, '¼×'],
  [0.1, '⅒×'],
] as const;

/** How fast time goes by, one click each. */
export function SlowMotion() {
  const { store } = useApp();
  const speed = useStudio((state) => state.view.speed);
  return (
    <fieldset className="live-buttons live-speeds" aria-label="Slow motion">
      <span className="soft">Slow motion</span>
      {SPEEDS.map(([value, title]) => (
        <button
          key={value}
          type="button"
          className="tool"
          aria-pressed={speed === value}
          onClick={() => store.dispatch({ type: 'view/set', view: { speed: value } })}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}
