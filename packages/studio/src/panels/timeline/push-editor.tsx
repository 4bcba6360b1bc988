/** The push that is chosen, set by hand: beside its mark in the lane. */
import type { BalanceReport, Clip, ForceTrack } from 'poise';
import { useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import { DIRECTIONS, PUSH_LIMITS, type PushSettings, partsOf, settingsOf, trackWith } from './push-shape.ts';

interface PushEditorProps {
  readonly track: ForceTrack;
  readonly clip: Clip;
  readonly report: BalanceReport | undefined;
  readonly left: number; // [px] of the push in the timeline
  readonly onChange: (track: ForceTrack) => void;
  readonly onReact: (() => void) | undefined; // the character answers all pushes of the timeline
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

export function PushEditor({ track, clip, report, left, onChange, onReact, onRemove, onClose }: PushEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const { impulse, heading, rise, duration, segment } = settingsOf(track, report);
  const set = (change: Partial<PushSettings>): void => onChange(trackWith(track, report, change));
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    // Where it would run off the timeline's right end it is moved in.
    const most = (box.offsetParent?.clientWidth ?? 0) - box.offsetWidth - 8;
    box.style.left = `${Math.max(8, Math.min(most, left - box.offsetWidth / 2))}px`;
  }, [left]);
  const parts = partsOf(clip);
  const named = DIRECTIONS.some(([angle]) => angle === heading);
  return (
    <div
      ref={place}
      className="tl-push"
      role="dialog"
      aria-label="Push"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
    >
      <NumberBox
        label="Push"
        unit="N·s"
        value={impulse}
        digits={0}
        limits={PUSH_LIMITS.impulse}
        onValue={(value) => set({ impulse: value })}
      />
      <label>
        <span>to the</span>
        <select value={heading} onChange={(event) => set({ heading: Number(event.currentTarget.value) })}>
          {!named && (
            <option value={heading}>
              {Math.abs(heading)}° {heading > 0 ? 'left' : 'right'}
            </option>
          )}
          {DIRECTIONS.map(([angle, words]) => (
            <option key={angle} value={angle}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <NumberBox
        label="up"
        unit="°"
        value={rise}
        digits={0}
        limits={[-90, 90]}
        onValue={(value) => set({ rise: value })}
      />
      <label>
        <span>on</span>
        <select value={segment} onChange={(event) => set({ segment: Number(event.currentTarget.value) })}>
          {!parts.some(([joint]) => joint === segment) && (
            <option value={segment}>{clip.skeleton.names[segment]}</option>
          )}
          {parts.map(([joint, name]) => (
            <option key={`${joint} ${name}`} value={joint}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <NumberBox
        label="for"
        unit="s"
        value={duration}
        digits={2}
        limits={PUSH_LIMITS.duration}
        onValue={(value) => set({ duration: value })}
      />
      <button
        type="button"
        className="time-tool"
        aria-label="Remove the push"
        title="Remove the push (Delete)"
        onClick={onRemove}
      >
        <Icon name="minus" />
      </button>
      {onReact && (
        <button
          type="button"
          className="button main"
          title="The character reacts to the pushes in the timeline; the clip itself stays as it is"
          onClick={onReact}
        >
          React
        </button>
      )}
      <button type="button" className="button" onClick={onClose}>
        Done
      </button>
    </div>
  );
}

interface NumberBoxProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly digits: number;
  readonly limits: readonly [least: number, most: number];
  readonly onValue: (value: number) => void;
}

/** Says a number when it is a number; what is half typed is left alone. */
function NumberBox({ label, unit, value, digits, limits: [least, most], onValue }: NumberBoxProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        key={value.toFixed(digits)}
        type="number"
        aria-label={`${label} [${unit}]`}
        defaultValue={value.toFixed(digits)}
        min={least}
        max={most}
        step={digits > 0 ? 10 ** -digits : 1}
        onBlur={({ currentTarget }) => say(currentTarget)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && say(currentTarget)}
      />
      <span className="tl-dim">{unit}</span>
    </label>
  );
  function say(input: HTMLInputElement): void {
    const next = Math.min(most, Math.max(least, input.valueAsNumber));
    if (Number.isFinite(next) && next.toFixed(digits) !== value.toFixed(digits)) onValue(next);
    else input.value = value.toFixed(digits);
  }
}
