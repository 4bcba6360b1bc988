/** A switch per stage of mending. */
import { MEND_STAGES, type MendStageId } from 'poise/mend';
import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import { Section } from '../../ui/controls.tsx';
import { change } from './controller.ts';
import { mendSettings } from './types.ts';

const TITLES: Readonly<Record<Exclude<MendStageId, 'hands'>, readonly [title: string, hint: string]>> = {
  gaps: ['Gaps', 'Frames without numbers are filled from those beside them'],
  outliers: ['Jumps', 'Joints that are elsewhere for a frame or a few are put back'],
  swaps: ['Swapped limbs', 'Left and right limbs that a tracker exchanged are put back'],
  bones: ['Bone lengths', 'Bones that change length get one length'],
  jitter: ['Jitter', 'Visible tremor is smoothed; impacts stay'],
  floor: ['Floor', 'Height, tilt and drift of the clip against its floor'],
  feet: ['Feet', 'Standing feet stay in place and on the floor'],
  flight: ['Flight', 'Jumps follow a free flight'],
  balance: ['Balance', 'The balance point stays inside the support'],
};

/** In the studio hands may go along: the result is looked at before it is applied. */
const STUDIO_STAGES = MEND_STAGES.filter((stage) => stage !== 'hands');

export function Stages() {
  const { host } = useApp();
  const { stages } = useStudio(mendSettings);
  return (
    <Section title="Stages" aside="untick to leave out">
      {STUDIO_STAGES.map((stage) => (
        <label key={stage} className="field check" title={TITLES[stage][1]}>
          <span>{TITLES[stage][0]}</span>
          <input
            type="checkbox"
            checked={stages[stage] !== false}
            onChange={(event) => change(host, { stages: { ...stages, [stage]: event.target.checked } })}
          />
        </label>
      ))}
    </Section>
  );
}
