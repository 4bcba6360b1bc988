import { useApp } from '../../app/studio-context.ts';
import { durationOnStage } from '../../state/selectors.ts';
import { useStudio } from '../../state/use-studio.ts';
import { SlowMotion } from './slow-motion.tsx';
import { usePlayhead } from './use-playhead.ts';
import './live.css';

interface RecordingButtonsProps {
  readonly events: 'pushes' | 'hits';
  readonly count: number; // of them, so far
  readonly isRunning: boolean; // it can be gone on with
  readonly onKeep: () => void;
  readonly onRestart: () => void;
  /** Where it can be taken up at an earlier moment. */
  readonly onFromHere?: () => void;
}

const LEAST_BACK = 0.1; // [s] before the end that counts as looking back

/** What can be done with a live recording: slow it down, keep it, begin anew, go on. */
export function RecordingButtons({ events, count, isRunning, onKeep, onRestart, onFromHere }: RecordingButtonsProps) {
  const { player } = useApp();
  const playing = useStudio((state) => state.view.playing);
  const end = useStudio(durationOnStage);
  const back = usePlayhead((time) => time < end - LEAST_BACK);
  const fromHere = onFromHere !== undefined && !playing && back;
  return (
    <>
      <SlowMotion />
      <div className="live-buttons">
        {fromHere && (
          <button
            type="button"
            className="button main"
            title="Takes the simulation up at this moment; what came after it is forgotten"
            onClick={onFromHere}
          >
            Go on from here
          </button>
        )}
        {!fromHere && !playing && isRunning && (
          <button type="button" className="button main" onClick={() => player.toggle()}>
            {player.isLive() ? 'Go on' : 'Play again'}
          </button>
        )}
        <button
          type="button"
          className="button"
          disabled={count === 0}
          title={`Cuts the recording to its ${events}, judges it with the ${events} known, and opens it for export`}
          onClick={onKeep}
        >
          Keep as a clip
        </button>
        <button type="button" className="button" onClick={onRestart}>
          Start again
        </button>
      </div>
    </>
  );
}
