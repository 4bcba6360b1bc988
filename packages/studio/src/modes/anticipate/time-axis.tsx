/** What the small charts of the panel share: the phases behind, the scale, and where the playhead is. */
import type { Scenario } from 'poise/anticipation';
import { useSyncExternalStore } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { type CurveFrame, PAD, xOf, yOf } from './curve-geometry.ts';
import { phasesOf } from './types.ts';

export const SIZE = { width: 292, height: 156 } as const; // [px] of the curve editor

export function PhaseBands({ frame, scenario }: { readonly frame: CurveFrame; readonly scenario: Scenario }) {
  const { task, settle, end } = phasesOf(scenario);
  const parts = [
    ['P', 'prepare', 0, task],
    ['T', 'impact', task, settle],
    ['D', 'settle', settle, end],
  ] as const;
  return parts.map(([letter, words, from, to]) => {
    const [left, right] = [xOf(frame, from), xOf(frame, to)];
    return (
      <g key={letter} className={`cmrt-phase ${letter}`}>
        <title>{`${letter}: ${words}`}</title>
        <rect x={left} y={PAD.top} width={right - left} height={frame.height - PAD.top - PAD.bottom} />
        <text x={(left + right) / 2} y={PAD.top + 11}>
          {letter}
        </text>
      </g>
    );
  });
}

/** `levels` [m] have a line and are written in cm. */
export function TimeScale({ frame, levels }: { readonly frame: CurveFrame; readonly levels: readonly number[] }) {
  const seconds = Array.from({ length: Math.floor(frame.duration) + 1 }, (_, i) => i);
  return (
    <g className="cmrt-scale">
      {levels.map((level) => (
        <g key={level}>
          <line x1={PAD.left} x2={frame.width - PAD.right} y1={yOf(frame, level)} y2={yOf(frame, level)} />
          <text x={PAD.left - 4} y={yOf(frame, level) + 3.5} className="level">
            {level === 0 ? '0' : `${level > 0 ? '+' : '−'}${Math.abs(100 * level)}`}
          </text>
        </g>
      ))}
      {seconds.map((second) => (
        <text key={second} x={xOf(frame, second)} y={frame.height - 5} className="second">
          {second === 0 ? '0 s' : second}
        </text>
      ))}
    </g>
  );
}

/** Moves without rendering the rest. */
export function Playhead({ frame }: { readonly frame: CurveFrame }) {
  const { player } = useApp();
  const time = useSyncExternalStore(player.playhead.subscribe, () => Number(player.playhead.time().toFixed(2)));
  if (time > frame.duration) return null;
  const x = xOf(frame, time);
  return <line className="cmrt-now" x1={x} x2={x} y1={PAD.top} y2={frame.height - PAD.bottom} />;
}
