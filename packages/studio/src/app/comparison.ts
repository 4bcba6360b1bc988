/** Another clip of the library beside the one on stage: from the same start, facing the same way, at the same time. */
import type { BalanceReport, Clip } from 'poise';
import { coordinateCount, multiplyQuat } from 'poise/dynamics';
import { useEffect, useMemo, useState } from 'react';
import type { Companion } from '../scene/contract.ts';
import { clipOnStage, reportOnStage } from '../state/selectors.ts';
import type { ClipId } from '../state/types.ts';
import { useStudio } from '../state/use-studio.ts';
import type { MadeFrom } from '../worker/make-api.ts';
import { useApp } from './studio-context.ts';

const TINT = 0xe08a2e;
const BESIDE = 1.1; // [m] to the left of the person

/** Where a motion begins, and which way it faces there. */
interface Start {
  readonly x: number; // [m]
  readonly z: number; // [m]
  readonly heading: number; // [rad] about the vertical, 0 along +z
}

export function useComparison(): Companion | undefined {
  const { making } = useApp();
  const wish = useStudio(({ view }) => (view.mode === 'analyse' ? view.comparison : undefined));
  const clip = useStudio(clipOnStage);
  const report = useStudio(reportOnStage);
  const [other, setOther] = useState<{ readonly id: ClipId; readonly made: MadeFrom }>();
  const id = wish?.clip;
  useEffect(() => {
    if (id === undefined) return undefined;
    let gone = false;
    void making.look(id).then((made) => gone || setOther(made && { id, made }));
    return () => {
      gone = true;
    };
  }, [id, making]);
  return useMemo(() => {
    if (!wish || !clip || !report || other?.id !== wish.clip) return undefined;
    const { clip: found, judgement } = other.made;
    const moved = movedTo(found, startOf(found, judgement.report), startOf(clip, report), wish.beside ? BESIDE : 0);
    return { clip: moved, body: judgement.body, look: wish.beside ? 'solid' : 'ghost', tint: TINT, beside: 0 };
  }, [wish, clip, report, other]);
}

const startOf = ({ q }: Clip, { forward }: BalanceReport): Start => ({
  x: q[0] ?? 0,
  z: q[2] ?? 0,
  heading: Math.atan2(forward[0] ?? 0, forward[1] ?? 1),
});

/** The motion turned and moved over the floor, so that it begins elsewhere. @param left [m] of that place */
export function movedTo(clip: Clip, from: Start, to: Start, left: number): Clip {
  const turn = to.heading - from.heading;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const half = Float64Array.of(0, Math.sin(turn / 2), 0, Math.cos(turn / 2));
  const place = [to.x + left * Math.cos(to.heading), to.z - left * Math.sin(to.heading)] as const;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let o = 0; o < q.length; o += nq) {
    const [x, z] = [q[o]! - from.x, q[o + 2]! - from.z];
    q[o] = cos * x + sin * z + place[0];
    q[o + 2] = -sin * x + cos * z + place[1];
    const turned = q.slice(o + 3, o + 7);
    multiplyQuat(q, o + 3, half, 0, turned, 0);
  }
  return { ...clip, q };
}
