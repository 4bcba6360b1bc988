import { NumberSlider } from '../../ui/controls.tsx';

interface PushSlidersProps {
  readonly most: number; // [N·s]
  readonly strength: number; // [N·s]
  readonly direction: number; // [°]
  readonly onChange: (push: { readonly strength: number } | { readonly direction: number }) => void;
}

/** How strong a push is, and which way it goes. */
export const PushSliders = ({ most, strength, direction, onChange }: PushSlidersProps) => (
  <>
    <NumberSlider
      label="Strength"
      unit="N·s"
      min={1}
      max={most}
      step={1}
      value={strength}
      onChange={(value) => onChange({ strength: value })}
    />
    <NumberSlider
      label="Towards"
      unit="°"
      min={-180}
      max={180}
      step={5}
      value={direction}
      hint="0 forward, 90 to the person’s left, 180 back"
      onChange={(value) => onChange({ direction: value })}
    />
  </>
);
