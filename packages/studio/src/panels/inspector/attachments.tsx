/** Weights that the person carries. */
import { type Attachment, ROLES } from 'poise';
import { IconButton, NumberField, NumberSlider, Section } from '../../ui/controls.tsx';
import { roleTitle } from './role-titles.ts';

const PRESETS: readonly (readonly [title: string, attachment: Attachment])[] = [
  ['Backpack', { to: 'chest', mass: 10, offset: [0, 0.1, -0.22], radius: 0.15 }],
  ['Ball in the right hand', { to: 'rightHand', mass: 5, offset: [0, -0.1, 0], radius: 0.11 }],
  ['Case in the left hand', { to: 'leftHand', mass: 12, offset: [0, -0.35, 0], radius: 0.15 }],
];

const AXES = ['left', 'up', 'forward'] as const;

interface AttachmentsProps {
  readonly attachments: readonly Attachment[];
  readonly onChange: (attachments: readonly Attachment[]) => void;
}

export function Attachments({ attachments, onChange }: AttachmentsProps) {
  const replace = (index: number, change: Partial<Attachment>): void =>
    onChange(attachments.map((attachment, i) => (i === index ? { ...attachment, ...change } : attachment)));
  return (
    <Section
      title="Carries"
      aside={
        attachments.length > 0 ? `${attachments.reduce((sum, { mass }) => sum + mass, 0).toFixed(1)} kg` : undefined
      }
    >
      {attachments.map((attachment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: weights have no identity but their place in the list
        <div className="attachment" key={index}>
          <div className="attachment-head">
            <select
              className="plain"
              aria-label="Carried by"
              value={attachment.to}
              onChange={(event) => replace(index, { to: event.target.value })}
            >
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {roleTitle(role)}
                </option>
              ))}
            </select>
            <IconButton
              icon="close"
              name="Put this weight down"
              onClick={() => onChange(attachments.filter((_, i) => i !== index))}
            />
          </div>
          <NumberSlider
            label="Mass"
            unit="kg"
            min={0.1}
            max={60}
            step={0.1}
            value={attachment.mass}
            onChange={(mass) => replace(index, { mass })}
          />
          <div className="offset">
            {AXES.map((axis, k) => (
              <div key={axis}>
                <span>{axis}</span>
                <NumberField
                  label={`Offset ${axis}, metres`}
                  step={0.01}
                  min={-2}
                  max={2}
                  value={attachment.offset[k]}
                  onChange={(value) => {
                    const [x, y, z] = attachment.offset.map((old, i) => (i === k ? value : old));
                    replace(index, { offset: [x ?? 0, y ?? 0, z ?? 0] });
                  }}
                />
              </div>
            ))}
          </div>
        </div>
      ))}
      <div className="presets">
        {PRESETS.map(([title, attachment]) => (
          <button key={title} type="button" className="button" onClick={() => onChange([...attachments, attachment])}>
            + {title}
          </button>
        ))}
      </div>
    </Section>
  );
}
