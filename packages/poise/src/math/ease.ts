/** Steps from 0 to 1: before u = 0 they are 0, after u = 1 they are 1. */

/** The minimum-jerk step: no rate and no bend at either end.
 *
 * ```ts
 * const height = from + (to - from) * ease(t / duration);
 * const speed = ((to - from) / duration) * easeRate(t / duration);
 * ```
 */
export const ease = (u: number): number => (u <= 0 ? 0 : u >= 1 ? 1 : u * u * u * (10 + u * (6 * u - 15)));

/** Its first derivative by u. */
export const easeRate = (u: number): number => (u <= 0 || u >= 1 ? 0 : 30 * u * u * (1 - u) * (1 - u));

/** Its second derivative by u. */
export const easeBend = (u: number): number => (u <= 0 || u >= 1 ? 0 : 60 * u * (1 - u) * (1 - 2 * u));

/** The cubic step: no rate at either end, but a bend. */
export const smoothstep = (u: number): number => (u <= 0 ? 0 : u >= 1 ? 1 : u * u * (3 - 2 * u));
