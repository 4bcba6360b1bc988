/** The plots there are: one entry each. Ids are kept in links and settings, so they stay. */
import * as select from './selectors.ts';
import type { PlotKind, PlotSource } from './types.ts';

// biome-ignore format: a table
export const PLOTS: readonly PlotKind[] = [
  { id: 'zmp-forward', title: 'Balance point, fore-aft', group: 'Balance', unit: 'cm', digits: 1, least: 10, hint: 'The balance point (ZMP) against the band of the support; forward is up. Amber: outside, which errors of capture may explain. Red: outside, and the verdict blames it.', select: (source) => select.zmpPlot(source, 'forward') },
  { id: 'zmp-left', title: 'Balance point, lateral', group: 'Balance', unit: 'cm', digits: 1, least: 10, hint: 'The same sideways; left is up.', select: (source) => select.zmpPlot(source, 'left') },
  { id: 'margin', title: 'Margin', group: 'Balance', unit: 'cm', digits: 1, least: 4, hint: 'Distance of the balance point to the edge of the support, with two deviations of its error; below zero it is outside: amber where nobody is blamed, red where the verdict does.', select: select.marginPlot },
  { id: 'imbalance', title: 'Imbalance', group: 'Balance', unit: 'cm', digits: 2, least: 4, fromZero: true, hint: 'How far the centre of mass would have to move for balance; frames that are not judged are left out.', select: select.imbalancePlot },
  { id: 'com-height', title: 'CoM height', group: 'Motion', unit: 'm', digits: 3, least: 0.05, hint: 'Height of the centre of mass.', select: select.comHeightPlot },
  { id: 'com-speed', title: 'CoM speed', group: 'Motion', unit: 'm/s', digits: 2, least: 0.2, hint: 'Speed of the centre of mass over the ground, and upwards.', select: select.comSpeedPlot },
  { id: 'linear-momentum', title: 'Linear momentum', group: 'Motion', unit: 'kg·m/s', digits: 1, least: 10, hint: 'In the direction the hips face, to the left, and up.', select: select.linearMomentumPlot },
  { id: 'angular-momentum', title: 'Angular momentum', group: 'Motion', unit: 'kg·m²/s', digits: 2, least: 1, hint: 'About the centre of mass: roll about forward, pitch about left, yaw about up.', select: select.angularMomentumPlot },
  { id: 'grf', title: 'Ground force', group: 'Ground', unit: 'bw', digits: 2, least: 0.4, ceiling: 8, hint: 'What the ground must push with, in body weights.', select: select.groundForcePlot },
  { id: 'friction', title: 'Friction', group: 'Ground', unit: '', digits: 2, least: 0.5, fromZero: true, ceiling: 2.5, hint: 'Horizontal over vertical force; undefined in flight.', select: select.frictionPlot },
  { id: 'clearance', title: 'Foot clearance', group: 'Ground', unit: 'cm', digits: 1, least: 4, hint: 'Lowest point of each sole above the ground; negative: it sinks in.', select: select.clearancePlot },
  { id: 'skate', title: 'Foot skate', group: 'Ground', unit: 'cm/s', digits: 1, least: 10, fromZero: true, hint: 'Speed over the floor of each foot while it touches.', select: select.skatePlot },
  { id: 'joint', title: 'Joint angles', group: 'Joints', unit: '°', digits: 0, least: 10, hint: 'Flexion, abduction and twist from the neutral pose; red beyond the joint’s range.', select: select.jointPlot, choices: jointNames },
];

export const DEFAULT_PLOTS: readonly string[] = ['zmp-forward', 'zmp-left', 'margin'];

/** The root has no angles: it is not held by anything. */
function jointNames({ clip }: Pick<PlotSource, 'clip'>): readonly string[] {
  return clip.skeleton.names.slice(1);
}

/** The kind and the choice that the id of a shown plot means; undefined when there is no such kind. */
export function plotOf(
  id: string,
  extra: readonly PlotKind[] = [],
): { readonly kind: PlotKind; readonly choice: string | undefined } | undefined {
  const colon = id.indexOf(':');
  const kind = [...PLOTS, ...extra].find((entry) => entry.id === (colon < 0 ? id : id.slice(0, colon)));
  return kind && { kind, choice: colon < 0 ? undefined : id.slice(colon + 1) };
}

/** The id under which a kind is first added: joints start with a knee, where there is one. */
export function firstIdOf(kind: PlotKind, clip: PlotSource['clip']): string {
  const choices = kind.choices?.({ clip });
  if (!choices) return kind.id;
  const knee = clip.roles.status === 'humanoid' ? clip.roles.roles.leftLowerLeg : undefined;
  const name = knee === undefined ? choices[0] : clip.skeleton.names[knee];
  return name === undefined ? kind.id : `${kind.id}:${name}`;
}
