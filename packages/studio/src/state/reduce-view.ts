import type { ViewAction } from './actions.ts';
import type { StudioView } from './types.ts';

/** Least and largest size of each panel [px]. */
export const PANEL_LIMITS: Readonly<Record<keyof StudioView['panels'], readonly [least: number, most: number]>> = {
  library: [176, 480],
  inspector: [248, 560],
  timeline: [96, 420],
  plots: [120, 640],
};

export function reduceView(view: StudioView, action: ViewAction): StudioView {
  switch (action.type) {
    case 'view/set':
      return { ...view, ...action.view };
    case 'view/overlay':
      return { ...view, overlays: { ...view.overlays, [action.id]: action.on ?? !view.overlays[action.id] } };
    case 'view/panel': {
      const [least, most] = PANEL_LIMITS[action.panel];
      const before = view.panels[action.panel];
      const size = Math.round(Math.min(most, Math.max(least, action.size ?? before.size)));
      return { ...view, panels: { ...view.panels, [action.panel]: { open: action.open ?? before.open, size } } };
    }
  }
}
