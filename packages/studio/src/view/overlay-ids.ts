/** What can be laid over a person in a view, by the names of the attribute `overlays`. */
export const OVERLAYS = ['com', 'zmp', 'support', 'skeleton'] as const;
export type OverlayId = (typeof OVERLAYS)[number];
export const OVERLAY_TITLES: Readonly<Record<OverlayId, string>> = {
  com: 'Centre of mass',
  zmp: 'Balance point (ZMP)',
  support: 'Support',
  skeleton: 'Skeleton',
};
