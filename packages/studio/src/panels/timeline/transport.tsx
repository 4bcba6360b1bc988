/** Play, step, loop, speed, frame and clock. Readouts are written by `showTime`, not by React: they change at 60 Hz. */
import type { Clip } from 'poise';
import { fileFrame } from 'poise/io';
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import { FASTEST, parseFrame, parseSpeed, readoutText, SLOWEST, SPEEDS } from './format.ts';
import { Icon, type IconName } from './icon.tsx';
import { frameOfTime, spanOf } from './range.ts';

export interface TransportHandle {
  readonly showTime: (t: number) => void;
}

export interface TransportProps {
  readonly clip: Clip | undefined;
  readonly playing: boolean;
  readonly loop: boolean;
  readonly speed: number;
  readonly zoomed: boolean;
  readonly onStep: (frames: number) => void;
  readonly onSeek: (t: number) => void;
  readonly onPlay: (playing: boolean) => void;
  readonly onLoop: (loop: boolean) => void;
  readonly onSpeed: (speed: number) => void;
  readonly onZoom: (factor: number | 'fit') => void;
  readonly onTrim?: (() => void) | undefined;
  readonly handle: RefObject<TransportHandle | null>;
}

interface ToolProps {
  readonly icon: IconName;
  readonly name: string;
  readonly keys?: string;
  readonly pressed?: boolean;
  readonly main?: boolean;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function Tool({ icon, name, keys, pressed, main, disabled, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={main ? 'time-tool time-tool-main' : 'time-tool'}
      aria-label={name}
      aria-pressed={pressed}
      title={keys ? `${name} (${keys})` : name}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

export function Transport(props: TransportProps) {
  const { clip, playing, loop, onStep, onSeek, onZoom } = props;
  const off = !clip || clip.frameCount === 0;
  const end = clip ? spanOf(clip) : 0;
  return (
    <div className="tl-transport" role="toolbar" aria-label="Transport">
      <div className="tl-group">
        <Tool icon="start" name="Go to start" keys="Home" disabled={off} onClick={() => onSeek(0)} />
        <Tool icon="back" name="Step back one frame" keys="←" disabled={off} onClick={() => onStep(-1)} />
        <Tool
          icon={playing ? 'pause' : 'play'}
          name={playing ? 'Pause' : 'Play'}
          keys="Space"
          main
          disabled={off}
          onClick={() => props.onPlay(!playing)}
        />
        <Tool icon="forward" name="Step forward one frame" keys="→" disabled={off} onClick={() => onStep(1)} />
        <Tool icon="end" name="Go to end" keys="End" disabled={off} onClick={() => onSeek(end)} />
        <Tool icon="loop" name="Loop" keys="L" pressed={loop} disabled={off} onClick={() => props.onLoop(!loop)} />
      </div>
      <Speed speed={props.speed} onSpeed={props.onSpeed} disabled={off} />
      <Readout clip={clip} onSeek={onSeek} handle={props.handle} />
      <div className="tl-group tl-right">
        {props.onTrim && (
          <button
            type="button"
            className="tl-unit"
            title="The part that is shown becomes a clip"
            onClick={props.onTrim}
          >
            Keep this part
          </button>
        )}
        <Tool icon="minus" name="Zoom out" disabled={off || !props.zoomed} onClick={() => onZoom(0.5)} />
        <Tool icon="fit" name="Show whole clip" disabled={off || !props.zoomed} onClick={() => onZoom('fit')} />
        <Tool icon="plus" name="Zoom in" keys="Ctrl + wheel" disabled={off} onClick={() => onZoom(2)} />
      </div>
    </div>
  );
}

function Speed({ speed, onSpeed, disabled }: Pick<TransportProps, 'speed' | 'onSpeed'> & { disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = String(speed);
  }, [speed]);
  const settle = (element: HTMLInputElement): void => {
    const value = parseSpeed(element.value);
    if (value !== undefined && value !== speed) onSpeed(value);
    element.value = String(value ?? speed);
  };
  return (
    <div className="tl-group tl-field" title={`Speed, ${SLOWEST} to ${FASTEST}`}>
      <input
        ref={input}
        className="tl-entry tl-speed"
        aria-label="Speed"
        inputMode="decimal"
        defaultValue={String(speed)}
        disabled={disabled}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={(event) => settle(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur(); // settles, and gives the keys back to the stage
        }}
      />
      <span aria-hidden="true">×</span>
      <select
        className="tl-speeds"
        aria-label="Speed presets"
        value={SPEEDS.includes(speed) ? String(speed) : ''}
        disabled={disabled}
        onChange={(event) => onSpeed(Number(event.currentTarget.value))}
      >
        {!SPEEDS.includes(speed) && <option value="">{speed}×</option>}
        {SPEEDS.map((value) => (
          <option key={value} value={String(value)}>
            {value}×
          </option>
        ))}
      </select>
    </div>
  );
}

/** Only what has changed: this runs sixty times a second. */
function write({ current }: RefObject<HTMLElement | null>, text: string): void {
  if (current && current.textContent !== text) current.textContent = text;
}

function Readout({ clip, onSeek, handle }: Pick<TransportProps, 'clip' | 'onSeek' | 'handle'>) {
  const entry = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const [lastFrame, end] = [useRef<HTMLSpanElement>(null), useRef<HTMLSpanElement>(null)];
  const shown = useRef(0);
  const before = useRef('');
  const first = clip ? fileFrame(clip, 0) : 0;
  const showTime = (t: number): void => {
    shown.current = t;
    write(clock, readoutText(t));
    if (!clip) return;
    // A live recording is told of a few times a second: the playhead may be beyond what is known.
    write(end, ` / ${readoutText(Math.max(t, spanOf(clip)))}`);
    const frame = Math.max(0, Math.round(t / clip.frameTime));
    write(lastFrame, `/ ${first + Math.max(clip.frameCount - 1, frame)}`);
    // What a person is typing is left alone.
    if (!entry.current || document.activeElement === entry.current) return;
    entry.current.value = String(first + frame);
  };
  useImperativeHandle(handle, () => ({ showTime }));
  useEffect(() => showTime(shown.current));
  const current = (): string => (clip ? String(first + frameOfTime(clip, shown.current)) : '');
  // Only what was typed counts: while one looks at the field, playback may have gone on.
  const settle = (element: HTMLInputElement): void => {
    const typed = element.value !== before.current;
    const frame = clip && typed ? parseFrame(element.value, first, clip.frameCount) : undefined;
    if (clip && frame !== undefined) onSeek(frame * clip.frameTime);
    before.current = current();
    element.value = before.current;
  };
  return (
    <div className="tl-group tl-readout">
      <label className="tl-field">
        <span className="tl-dim">Frame</span>
        <input
          ref={entry}
          className="tl-entry tl-frame"
          aria-label="Frame"
          inputMode="numeric"
          defaultValue={first}
          disabled={!clip}
          onFocus={(event) => {
            before.current = event.currentTarget.value;
            event.currentTarget.select();
          }}
          onBlur={(event) => settle(event.currentTarget)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur(); // settles, and gives the keys back to the stage
            if (event.key !== 'Escape') return;
            event.currentTarget.value = before.current;
            event.currentTarget.blur();
          }}
        />
        <span ref={lastFrame} className="tl-dim">
          / –
        </span>
      </label>
      <span className="tl-clock">
        <span ref={clock}>{readoutText(0)}</span>
        <span ref={end} className="tl-dim">
          {' '}
          / {readoutText(0)}
        </span>
      </span>
      {clip && <span className="tl-dim tl-rate">{Math.round(100 / clip.frameTime) / 100} Hz</span>}
    </div>
  );
}
