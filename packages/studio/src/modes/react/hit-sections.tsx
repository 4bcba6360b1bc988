/** Pushes by numbers, and balls. */
import { useStudio } from '../../state/use-studio.ts';
import { Choice, NumberSlider, Section } from '../../ui/controls.tsx';
import { BallSliders } from '../shared/ball-sliders.tsx';
import { PLACE_OPTIONS } from '../shared/places.ts';
import { PushSliders } from '../shared/push-sliders.tsx';
import { useSettingsOf } from '../shared/settings.ts';
import { impulseOn, wholeImpulse } from './ball.ts';
import { change } from './change.ts';
import { pushByKey } from './pad.tsx';
import { running } from './running.ts';
import { reactResult, reactSettings } from './types.ts';

const MOST = 120; // [N·s]

const useSettings = () => useSettingsOf(reactSettings, change);
const useReady = (): boolean => useStudio((state) => reactResult(state).status === 'ready');

export function PushSection() {
  const [{ at, strength, direction }, set] = useSettings();
  const ready = useReady();
  return (
    <Section title="Push">
      <Choice
        label="At"
        value={at}
        hint="Pushes from the pad and balls act there too"
        options={PLACE_OPTIONS}
        onChange={(value) => set({ at: value })}
      />
      <PushSliders most={MOST} strength={strength} direction={direction} onChange={set} />
      <button type="button" className="button" disabled={!ready} onClick={() => pushByKey(strength, direction)}>
        Push
      </button>
    </Section>
  );
}

export function BallSection() {
  const [{ mass, speed, from, seed }, set] = useSettings();
  const bodyMass = useStudio((state) => reactResult(state).world?.body.totalMass) ?? 70;
  const ready = useReady();
  const [impulse, along] = [wholeImpulse(bodyMass, mass, speed), impulseOn(bodyMass, mass, speed)];
  const doings = [
    ['Throw', 'One ball, as set', () => running.controller?.throwAt(undefined)],
    ['Volley', 'Ten balls from everywhere; the same number throws the same ones', () => running.controller?.volley()],
    ['Stop', 'Balls of a volley that are still to come do not', () => running.controller?.hold()],
  ] as const;
  return (
    <Section title="Ball" aside={`${impulse.toFixed(0)} N·s · Δv ${(along / bodyMass).toFixed(2)} m/s`}>
      <BallSliders mass={mass} speed={speed} hint="As the body sees it" onChange={set} />
      <Choice
        label="Comes from"
        value={from}
        options={[
          ['camera', 'Where I look from'],
          ['behind', 'Behind'],
          ['front', 'Ahead'],
          ['left', 'The left'],
          ['right', 'The right'],
        ]}
        onChange={(value) => set({ from: value })}
      />
      <div className="live-buttons inside">
        {doings.map(([title, hint, run], i) => (
          <button
            key={title}
            type="button"
            className={i === 0 ? 'button main' : 'button'}
            disabled={!ready}
            title={hint}
            onClick={run}
          >
            {title}
          </button>
        ))}
      </div>
      <NumberSlider
        label="Volley number"
        unit=""
        min={1}
        max={50}
        step={1}
        value={seed}
        hint="The same number throws the same balls"
        onChange={(value) => set({ seed: value })}
      />
    </Section>
  );
}
