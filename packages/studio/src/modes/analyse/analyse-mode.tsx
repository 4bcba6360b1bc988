/** Analyse: where does the clip tip, float or slide? */
import { ANALYSE_SETTINGS, analyseSettings } from '../../state/selectors.ts';
import type { AnalyseSettings } from '../../state/types.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { Choice, NumberSlider, Section } from '../../ui/controls.tsx';
import type { StudioMode } from '../mode.ts';

function AnalyseInspector() {
  const { dispatch } = useStore();
  const settings = useStudio(analyseSettings);
  const set = (change: Partial<typeof settings>): void =>
    dispatch({ type: 'mode/settings', mode: 'analyse', settings: { ...settings, ...change } });
  const cutoff = settings.cutoff === 'auto' ? 'auto' : Number.isFinite(settings.cutoff) ? 'fixed' : 'none';
  return (
    <Section title="Forces">
      <Choice
        label="Balance point (ZMP)"
        value={settings.inertia}
        hint="Segments with their own inertia, or point masses as in Tak et al. 2000"
        options={[
          ['full', 'Full inertia'],
          ['point-mass', 'Point masses (Tak 2000)'],
        ]}
        onChange={(inertia) => set({ inertia })}
      />
      <Choice
        label="Smoothing"
        value={cutoff}
        hint="Captured motion is smoothed before forces are computed from it"
        options={[
          ['auto', 'Chosen from the clip'],
          ['fixed', 'Fixed'],
          ['none', 'None'],
        ]}
        onChange={(choice) =>
          set({ cutoff: choice === 'auto' ? 'auto' : choice === 'fixed' ? 6 : Number.POSITIVE_INFINITY })
        }
      />
      {cutoff === 'fixed' && (
        <NumberSlider
          label="Cut-off"
          unit="Hz"
          min={1}
          max={30}
          step={0.5}
          value={settings.cutoff as number}
          onChange={(value) => set({ cutoff: value })}
        />
      )}
    </Section>
  );
}

function accepts(settings: unknown): boolean {
  const { inertia, cutoff } = settings as AnalyseSettings;
  const smoothed = cutoff === 'auto' || (typeof cutoff === 'number' && cutoff >= 0.5);
  return smoothed && (inertia === 'full' || inertia === 'point-mass');
}

export const analyseMode: StudioMode = {
  id: 'analyse',
  title: 'Analyse',
  hint: 'See where a motion tips, floats or slides, and why',
  key: 'A',
  settings: ANALYSE_SETTINGS,
  panel: 'Settings',
  accepts,
  Inspector: AnalyseInspector,
  start: ({ store }, arrival) => {
    // Other modes show their own tab; here the report comes first.
    if (arrival === 'switch') store.dispatch({ type: 'view/set', view: { inspector: 'report' } });
    return undefined;
  },
};
