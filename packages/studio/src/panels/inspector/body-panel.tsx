/** The body behind the numbers. Everything starts as measured from the clip; what is set here is computed live. */
import { TABLE_NAMES, type TableName } from 'poise/dynamics';
import { bodyOnStage } from '../../state/selectors.ts';
import type { BodySettings } from '../../state/types.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { Choice, NumberSlider, Section } from '../../ui/controls.tsx';
import { Attachments } from './attachments.tsx';

const TABLES: Readonly<Record<string, string>> = {
  'de-leva': 'de Leva 1996',
  winter: 'Winter / Dempster',
  cylinders: 'Uniform cylinders',
  tak2000: 'Tak et al. 2000',
};

export function BodyPanel() {
  const { dispatch } = useStore();
  const settings = useStudio((state) => state.document.body);
  const body = useStudio(bodyOnStage);
  const set = (change: { readonly [K in keyof BodySettings]: BodySettings[K] | undefined }): void =>
    dispatch({ type: 'body/set', body: change as BodySettings });
  if (!body) return <p className="soft empty-panel">The body appears once the motion has been analysed.</p>;
  const carried = (settings.attachments ?? []).reduce((sum, { mass }) => sum + mass, 0);
  return (
    <>
      <Section title="Person">
        <NumberSlider
          label="Height"
          unit="m"
          min={0.8}
          max={2.3}
          step={0.01}
          value={settings.height ?? body.height}
          measured={settings.height === undefined ? 'measured' : undefined}
          onChange={(height) => set({ height })}
          onReset={settings.height === undefined ? undefined : () => set({ height: undefined })}
        />
        <NumberSlider
          label="Mass"
          unit="kg"
          min={15}
          max={160}
          step={0.5}
          value={settings.mass ?? body.totalMass - carried}
          measured={settings.mass === undefined ? 'usual' : undefined}
          hint="Without what the person carries"
          onChange={(mass) => set({ mass })}
          onReset={settings.mass === undefined ? undefined : () => set({ mass: undefined })}
        />
        <Choice
          label="Sex"
          value={settings.sex ?? 'average'}
          hint="Shares of mass in the table of de Leva"
          options={[
            ['average', 'Average'],
            ['female', 'Female'],
            ['male', 'Male'],
          ]}
          onChange={(sex) => set({ sex })}
        />
        <Choice<TableName>
          label="Segment masses"
          value={settings.table ?? 'de-leva'}
          options={TABLE_NAMES.map((name) => [name, TABLES[name] ?? name])}
          onChange={(table) => set({ table })}
        />
        <NumberSlider
          label="Sole size"
          unit="×"
          min={0.5}
          max={2}
          step={0.01}
          hint="1 is a bare foot; shoes are about 1.1"
          value={settings.soleScale ?? 1}
          onChange={(soleScale) => set({ soleScale })}
          onReset={settings.soleScale === undefined ? undefined : () => set({ soleScale: undefined })}
        />
      </Section>
      <Attachments
        body={body}
        attachments={settings.attachments ?? []}
        onChange={(attachments) => set({ attachments: attachments.length > 0 ? attachments : undefined })}
      />
    </>
  );
}
