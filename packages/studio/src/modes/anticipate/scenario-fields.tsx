/** What is changed most often in a scenario, without reading its text. */
import { printScenario, type Scenario, withTask } from 'poise/anticipation';
import { useApp } from '../../app/studio-context.ts';
import { Choice, NumberSlider } from '../../ui/controls.tsx';
import { change } from './change.ts';

const MM = 1000;
const QUICKEST = 0.1; // [s]

export function ScenarioFields({ base }: { readonly base: Scenario }) {
  const { store } = useApp();
  const set = (next: Scenario): void => change(store, { text: printScenario(next) });
  const longest = base.duration - base.preparation;
  return (
    <>
      <Choice
        label="Controller"
        value={base.mode}
        hint="Default: ground, joints and muscles have limits. Paper: Rabbani 2014 as published, without"
        options={[
          ['qp', 'Default, with limits'],
          ['paper', 'As in the paper'],
        ]}
        onChange={(mode) => set({ ...base, mode })}
      />
      <Choice
        label="Gains"
        value={base.tracking}
        options={[
          ['recommended', 'Balance first'],
          ['tight', 'Motion first'],
        ]}
        onChange={(tracking) => set({ ...base, tracking })}
      />
      {base.moves.length === 1 && (
        <NumberSlider
          label="The move takes"
          unit="s"
          min={QUICKEST}
          max={Math.max(QUICKEST, Math.floor(20 * longest) / 20)}
          step={0.05}
          value={base.task}
          hint="T: faster moves need more preparation"
          onChange={(task) => set(withTask(base, Math.min(longest, task)))}
        />
      )}
      <NumberSlider
        label="Good enough"
        unit="mm"
        min={5}
        max={120}
        step={1}
        value={MM * base.threshold}
        hint="How far the centre of pressure may be off the middle, in the mean, for the search to end"
        onChange={(threshold) => set({ ...base, threshold: threshold / MM })}
      />
    </>
  );
}
