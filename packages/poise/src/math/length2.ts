/** Length of the vector (x, y), without overflow on the way. For hot loops: Math.hypot allocates, and engines differ in its last bit. */
export function length2(x: number, y: number): number {
  const a = Math.abs(x);
  const b = Math.abs(y);
  const most = a > b ? a : b;
  if (most === 0 || most === Infinity) return most;
  const u = a / most;
  const v = b / most;
  return Math.sqrt(u * u + v * v) * most;
}
