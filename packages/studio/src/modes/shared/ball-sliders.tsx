import { NumberSlider } from '../../ui/controls.tsx';

interface BallSlidersProps {
  readonly mass: number; // [kg]
  readonly speed: number; // [m/s]
  readonly hint?: string; // about the speed
  readonly onChange: (ball: { readonly mass: number } | { readonly speed: number }) => void;
}

/** How heavy balls are, and how fast. */
export const BallSliders = ({ mass, speed, hint, onChange }: BallSlidersProps) => (
  <>
    <NumberSlider
      label="Mass"
      unit="kg"
      min={0.2}
      max={10}
      step={0.1}
      value={mass}
      onChange={(value) => onChange({ mass: value })}
    />
    <NumberSlider
      label="Speed"
      unit="m/s"
      min={2}
      max={20}
      step={0.5}
      value={speed}
      onChange={(value) => onChange({ speed: value })}
      {...(hint !== undefined && { hint })}
    />
  </>
);
