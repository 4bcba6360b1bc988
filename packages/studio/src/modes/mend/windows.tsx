/** The windows in which the motion was changed: each can be left as it was. */
import { useApp } from '../../app/studio-context.ts';
import { clockText } from '../../panels/timeline/format.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import { toggleWindow } from './controller.ts';
import { mendResult, mendSettings, windowKey } from './types.ts';

const STATUS = {
  'already-balanced': 'nothing to do',
  balanced: 'in balance',
  'balanced-with-residual': 'better, not quite',
  infeasible: 'a compromise',
  diverged: 'could not be solved',
} as const;

export function Windows() {
  const { host, player } = useApp();
  const solved = useStudio(mendResult)?.solved;
  const rejected = useStudio((state) => mendSettings(state).rejected);
  const id = useStudio((state) => state.document.clip);
  const left = (start: number): boolean => rejected.includes(windowKey(id, start));
  const windows = solved?.filtered.windows ?? [];
  if (!solved || windows.length === 0) return null;
  const time = (frame: number): string => clockText(frame * solved.clip.frameTime, 2);
  return (
    <Section title="Windows" aside="untick to leave as it was">
      <ul className="mend-windows">
        {windows.map(({ startFrame, endFrame, status, violationFrame }) => (
          <li key={startFrame}>
            <label>
              <input type="checkbox" checked={!left(startFrame)} onChange={() => toggleWindow(host, startFrame)} />
              <span>
                {time(startFrame)} – {time(endFrame)}
              </span>
              <small>{left(startFrame) ? 'left as it was' : STATUS[status]}</small>
            </label>
            <button
              type="button"
              className="link"
              onClick={() => player.seek((violationFrame >= 0 ? violationFrame : startFrame) * solved.clip.frameTime)}
            >
              Look
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
