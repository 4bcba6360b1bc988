/** Weights that the person carries. */
import { type Body, ROLES, type Vec3 } from 'poise';
import type { Attachment } from 'poise/dynamics';
import { IconButton, NumberField, NumberSlider, Section } from '../../ui/controls.tsx';
import { roleTitle } from './role-titles.ts';

const PRESETS: readonly (readonly [title: string, attachment: Attachment])[] = [
  ['Backpack', { to: 'chest', mass: 10, offset: [0, 0.1, -0.22], radius: 0.15 }],
  ['Ball in the right hand', { to: 'rightHand', mass: 5, offset: [0, -0.1, 0], radius: 0.11 }],
  ['Case in the left hand', { to: 'leftHand', mass: 12, offset: [0, -0.35, 0], radius: 0.15 }],
  ['Weight', { to: 'hips', mass: 5, offset: [0, 0, 0.15], radius: 0.1 }],
];

const AXES = ['Left', 'Up', 'Forward'] as const;

interface AttachmentsProps {
  readonly attachments: readonly Attachment[];
  readonly body: Body;
  readonly onChange: (attachments: readonly Attachment[]) => void;
}

export function Attachments({ attachments, body, onChange }: AttachmentsProps) {
  const total = attachments.reduce((sum, { mass }) => sum + mass, 0);
  return (
    <Section title="Carries" aside={total > 0 ? `${total.toFixed(1)} kg` : undefined}>
      {attachments.map((attachment, index) => (
        <Weight
          // biome-ignore lint/suspicious/noArrayIndexKey: weights have no identity but their place in the list
          key={index}
          name={`Weight ${index + 1}`}
          attachment={attachment}
          body={body}
          onChange={(change) =>
            onChange(attachments.map((other, i) => (i === index ? { ...attachment, ...change } : other)))
          }
          onRemove={() => onChange(attachments.filter((_, i) => i !== index))}
        />
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

interface WeightProps {
  readonly name: string;
  readonly attachment: Attachment;
  readonly body: Body;
  readonly onChange: (change: Partial<Attachment>) => void;
  readonly onRemove: () => void;
}

function Weight({ name, attachment, body, onChange, onRemove }: WeightProps) {
  const { to, mass, offset, radius = 0 } = attachment;
  // A rig may lack the part that a preset names; the library then takes the nearest.
  const roles = ROLES.filter((role) => body.roles[role] !== undefined || role === to);
  const put = (axis: number, value: number): void =>
    onChange({ offset: offset.map((old, i) => (i === axis ? value : old)) as unknown as Vec3 });
  return (
    <fieldset className="attachment" aria-label={name}>
      <div className="attachment-head">
        <select
          className="plain"
          aria-label={`${name} is carried by`}
          value={to}
          onChange={(event) => onChange({ to: event.target.value })}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleTitle(role)}
            </option>
          ))}
        </select>
        <IconButton icon="close" name={`Put ${name.toLowerCase()} down`} onClick={onRemove} />
      </div>
      <NumberSlider
        label="Mass"
        name={`${name}, mass`}
        unit="kg"
        min={0.1}
        max={60}
        step={0.1}
        value={mass}
        onChange={(value) => onChange({ mass: value })}
      />
      <div className="offset" title="Where its middle is, seen from the joint that carries it, while the person stands">
        {AXES.map((axis, k) => (
          <LengthField
            key={axis}
            title={axis}
            label={`${name}, ${axis.toLowerCase()} of the joint, metres`}
            min={-2}
            max={2}
            value={offset[k] ?? 0}
            onChange={(value) => put(k, value)}
          />
        ))}
        <LengthField
          title="Radius"
          label={`${name}, radius, metres`}
          min={0}
          max={1}
          value={radius}
          onChange={(value) => onChange({ radius: value })}
        />
      </div>
    </fieldset>
  );
}

interface LengthFieldProps {
  readonly title: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

const LengthField = ({ title, ...field }: LengthFieldProps) => (
  <div>
    <span>
      {title} <small>m</small>
    </span>
    <NumberField step={0.01} {...field} />
  </div>
);
