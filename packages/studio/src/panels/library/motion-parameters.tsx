/** Sliders of a built-in motion, from the registry; the motion is performed anew while one moves. */
import { spaced } from '../../state/edit-words.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { NumberSlider } from '../../ui/controls.tsx';

/** About a hundred steps over the range, on a round number. */
export function stepFor(min: number, max: number): number {
  const rough = (max - min) / 100;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough * 0.999) ?? rough;
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export function MotionParameters({ motion }: { readonly motion: string }) {
  const { dispatch } = useStore();
  const info = useStudio((state) => state.catalogue?.motions.find(({ id }) => id === motion));
  const values = useStudio((state) => state.document.values);
  if (!info) return null;
  return (
    <div className="parameters">
      <p className="soft">{info.text}</p>
      {info.parameters.map(({ name, unit, min, max, text, ...parameter }) => (
        <NumberSlider
          key={name}
          label={sentence(spaced(name))}
          unit={unit}
          min={min}
          max={max}
          step={unit === '' ? 1 : stepFor(min, max)} // counts, seeds and switches are whole
          hint={text}
          value={values[name] ?? parameter.default}
          onChange={(value) => dispatch({ type: 'values/set', name, value })}
          onReset={
            values[name] === undefined ? undefined : () => dispatch({ type: 'values/set', name, value: undefined })
          }
        />
      ))}
    </div>
  );
}
