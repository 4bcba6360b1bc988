/** The edge of a panel: drag it, or move it with the arrow keys; a double click closes the panel. */
import { useRef } from 'react';

interface ResizeHandleProps {
  readonly name: string;
  readonly axis: 'x' | 'y';
  /** +1 when the panel grows with the coordinate, −1 when against it. */
  readonly sign: 1 | -1;
  readonly size: number;
  readonly limits: readonly [least: number, most: number];
  readonly onSize: (size: number) => void;
  readonly onClose: () => void;
}

const KEY_STEP = 16; // [px]

export function ResizeHandle({ name, axis, sign, size, limits, onSize, onClose }: ResizeHandleProps) {
  const drag = useRef<{ readonly at: number; readonly size: number } | undefined>(undefined);
  const place = (event: React.PointerEvent): number => (axis === 'x' ? event.clientX : event.clientY);
  const [less, more] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is not a rule between paragraphs
    <div
      className={`resize resize-${axis}`}
      role="separator"
      tabIndex={0}
      aria-label={name}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={limits[0]}
      aria-valuemax={limits[1]}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: place(event), size };
      }}
      onPointerMove={(event) => {
        if (drag.current) onSize(drag.current.size + sign * (place(event) - drag.current.at));
      }}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onDoubleClick={onClose}
      onKeyDown={(event) => {
        if (event.key !== less && event.key !== more) return;
        event.preventDefault();
        event.stopPropagation();
        onSize(size + sign * (event.key === more ? KEY_STEP : -KEY_STEP));
      }}
    />
  );
}
