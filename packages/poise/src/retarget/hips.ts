/** How far the hips come down so that both ankles can be where they belong: enough in every frame, and smooth. */

/** [m] that hips at height h over an ankle, `aside` from it along the floor, must come down for a leg that reaches so far. */
export function dropFor(h: number, aside: number, reach: number): number {
  const room = reach * reach - aside * aside;
  return Math.max(0, h - Math.sqrt(Math.max(0, room)));
}

/** A smooth course that is nowhere below the given one: the most of what is near, averaged over the same stretch. */
export function smoothEnvelope(least: Float64Array, near: number): Float64Array {
  const n = least.length;
  const most = new Float64Array(n);
  const smooth = new Float64Array(n);
  const inside = (i: number): number => Math.min(n - 1, Math.max(0, i));
  for (let i = 0; i < n; i++) {
    for (let k = -near; k <= near; k++) most[i] = Math.max(most[i], least[inside(i + k)]);
  }
  for (let i = 0; i < n; i++) {
    for (let k = -near; k <= near; k++) smooth[i] += most[inside(i + k)] / (2 * near + 1);
  }
  return smooth;
}
