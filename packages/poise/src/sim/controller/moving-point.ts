/** A point on the ground on its way: x, z. */
export interface MovingPoint {
  readonly place: Float64Array; // [m]
  readonly rate: Float64Array; // [m/s]
  readonly second: Float64Array; // [m/s²]
}

export const createMovingPoint = (): MovingPoint => ({
  place: new Float64Array(2),
  rate: new Float64Array(2),
  second: new Float64Array(2),
});

/** `out` becomes a copy of a point that moves. */
export function copyMovingPoint(out: MovingPoint, from: MovingPoint): void {
  out.place.set(from.place);
  out.rate.set(from.rate);
  out.second.set(from.second);
}

/** `out` rests at a place. */
export function restAt(out: MovingPoint, place: Float64Array): void {
  out.place.set(place);
  out.rate.fill(0);
  out.second.fill(0);
}
