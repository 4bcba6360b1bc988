/** Balls of a recording as things that a file can hold beside the person. */
import type { AnimatedProp } from 'poise/io';
import { type BallTrack, ballAt } from './ball.ts';

/** Those that are in the air or on the floor in `frameCount` frames from frame `first` on. */
export function ballProps(balls: readonly BallTrack[], first: number, frameCount: number): readonly AnimatedProp[] {
  return balls.flatMap((track, index): AnimatedProp[] => {
    // as it is drawn: from the frame after the throw until it is forgotten
    const from = Math.max(0, track.start + 1 - first);
    const to = Math.min(frameCount, track.start + 1 + track.places.length / 3 - first);
    if (to <= from) return [];
    const poses = new Float64Array(7 * frameCount);
    const at = { x: 0, y: 0, z: 0 };
    for (let frame = 0; frame < frameCount; frame++) {
      ballAt(at, track, first + Math.min(to - 1, Math.max(from, frame)));
      poses.set([at.x, at.y, at.z, 0, 0, 0, 1], 7 * frame);
    }
    const shape = { kind: 'ball', radius: track.radius } as const;
    return [{ name: `ball-${index + 1}`, shape, poses, shown: [from, to] }];
  });
}
