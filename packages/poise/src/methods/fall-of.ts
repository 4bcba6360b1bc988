/** The falling body where a clip's character loses its balance. */
import { analyse } from '../balance/analyse.ts';
import type { FallOptions } from '../control/fall/falling-body.ts';
import type { Ground } from '../control/ground.ts';
import { DownAndUp } from '../control/rise/down-and-up.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import type { MethodInput } from './method.ts';

/** Falls onto `ground`, or onto the clip's own floor, found when it is needed; gets up where the input says so, to stand as the clip begins. */
export const fallOf =
  (
    { body, clip, getUp }: Pick<MethodInput, 'body' | 'clip' | 'getUp'>,
    options: Partial<Omit<FallOptions, 'ground'>> & { readonly ground?: Ground | undefined } = {},
  ) =>
  (): DownAndUp =>
    new DownAndUp(body, () => clip.q.slice(0, coordinateCount(clip.skeleton)), {
      ...options,
      ground: options.ground ?? floorOf(body, clip),
      ...(getUp && { liesFor: getUp.after, ...(getUp.way && { way: getUp.way }) }),
    });

/** The plane that a clip's feet stand on. */
function floorOf(body: MethodInput['body'], clip: MethodInput['clip']): Ground {
  const { height, normal } = analyse(body, clip).ground;
  const [x, y, z] = normal;
  const point = { height, normal };
  return (atX, atZ) => {
    point.height = height - (x * atX + z * atZ) / y;
    return point;
  };
}
