/** A panel at an edge of the page: resizable, and folded to a rail or to nothing. */
import type { ReactNode } from 'react';
import { PANEL_LIMITS } from '../state/reduce-view.ts';
import type { StudioView } from '../state/types.ts';
import { useStore, useStudio } from '../state/use-studio.ts';
import { Icon } from '../ui/icons.tsx';
import { ResizeHandle } from '../ui/resize-handle.tsx';

const BOTH_SIDES = 960; // [px] narrower windows show one panel at a side

interface DockProps {
  readonly panel: keyof StudioView['panels'];
  readonly title: string;
  readonly edge: 'left' | 'right' | 'bottom';
  readonly most?: number | undefined; // [px] where there is little to show
  readonly children: ReactNode;
}

export function Dock({ panel, title, edge, most = Number.POSITIVE_INFINITY, children }: DockProps) {
  const { dispatch } = useStore();
  const { open, size } = useStudio((state) => state.view.panels[panel]);
  const set = (change: { readonly open?: boolean; readonly size?: number }): void => {
    dispatch({ type: 'view/panel', panel, ...change });
    // Where both sides would leave no room for the stage, one makes way for the other.
    const opposite = { library: 'inspector', inspector: 'library' } as const;
    if (change.open && window.innerWidth < BOTH_SIDES && (panel === 'library' || panel === 'inspector'))
      dispatch({ type: 'view/panel', panel: opposite[panel], open: false });
  };
  if (!open) {
    if (edge === 'bottom') return null;
    return (
      <aside className={`dock dock-${edge} folded`} aria-label={title}>
        <button
          type="button"
          className="rail"
          aria-label={`Open ${title}`}
          title={`Open ${title}`}
          onClick={() => set({ open: true })}
        >
          <Icon name={edge === 'left' ? 'right' : 'left'} />
          <span className="rail-title">{title}</span>
        </button>
      </aside>
    );
  }
  return (
    <aside
      className={`dock dock-${edge} dock-${panel}`}
      aria-label={title}
      style={{ '--dock-size': `${Math.min(size, most)}px` } as React.CSSProperties}
    >
      {children}
      <button
        type="button"
        className="fold"
        aria-label={`Close ${title}`}
        title={`Close ${title}`}
        onClick={() => set({ open: false })}
      >
        {edge === 'bottom' ? '▾' : edge === 'left' ? '◂' : '▸'}
      </button>
      <ResizeHandle
        name={`Size of ${title}`}
        axis={edge === 'bottom' ? 'y' : 'x'}
        sign={edge === 'left' ? 1 : -1}
        size={size}
        limits={PANEL_LIMITS[panel]}
        onSize={(next) => set({ size: next })}
        onClose={() => set({ open: false })}
      />
    </aside>
  );
}
