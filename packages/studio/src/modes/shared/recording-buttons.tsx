import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import './live.css';

interface RecordingButtonsProps {
  readonly events: 'pushes' | 'hits';
  readonly count: number; // of them, so far
  readonly isMain?: boolean; // keeping is what the panel is for
  readonly isRunning: boolean;
  readonly onKeep: () => void;
  readonly onRestart: () => void;
}

/** What can be done with a live recording: keep it, begin anew, go on. */
export function RecordingButtons({ events, count, isMain, isRunning, onKeep, onRestart }: RecordingButtonsProps) {
  const { player } = useApp();
  const playing = useStudio((state) => state.view.playing);
  return (
    <div className="live-buttons">
      <button
        type="button"
        className={isMain ? 'button main' : 'button'}
        disabled={count === 0}
        title={`Cuts the recording to its ${events}, judges it with the ${events} known, and opens it for export`}
        onClick={onKeep}
      >
        Keep as a clip
      </button>
      <button type="button" className="button" onClick={onRestart}>
        Start again
      </button>
      {!playing && isRunning && (
        <button type="button" className="button" onClick={() => player.toggle()}>
          Go on
        </button>
      )}
    </div>
  );
}
