import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { createRng } from '../../src/math/random.ts';
import { frameAt } from '../../src/motion/clip.ts';
import { fitChain } from '../../src/motion/markers/chain.ts';
import { fillGaps } from '../../src/motion/markers/gaps.ts';
import { type MarkerMotion, markersToClip } from '../../src/motion/markers/markers-to-clip.ts';
import { harringtonHips } from '../../src/motion/markers/pelvis.ts';
import { readMarkersAsClip } from '../../src/motion/markers/read-clip.ts';
import { fitRigid, toWorld } from '../../src/motion/markers/rigid.ts';
import { undoSwaps } from '../../src/motion/markers/swaps.ts';
import type { MarkerRecording } from '../../src/motion/recording.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { type Figure, SHANK, THIGH, walkingFigure, without } from './markers-sample.ts';

/** Largest distance [m] of the clip's joints from the known centres, over roles that match. */
function worst(motion: MarkerMotion, figure: Figure, roles: RegExp): number {
  let most = 0;
  for (let f = 0; f < motion.clip.frameCount; f++) {
    const { origins } = worldFramesOf(motion.clip.skeleton, frameAt(motion.clip, f));
    for (const [role, places] of figure.centres) {
      const joint = motion.clip.skeleton.names.indexOf(role);
      if (joint < 0 || !roles.test(role)) continue;
      const p = places[f + motion.person.trial.firstFrame];
      most = Math.max(
        most,
        Math.hypot(origins[3 * joint] - p[0], origins[3 * joint + 1] - p[1], origins[3 * joint + 2] - p[2]),
      );
    }
  }
  return most;
}

/** The recording with two markers under each other's names in some frames. */
function swapped(
  recording: MarkerRecording,
  a: string,
  b: string,
  frames: (frame: number) => boolean,
): MarkerRecording {
  const positions = recording.positions.slice();
  const width = recording.names.length;
  const [i, j] = [recording.names.indexOf(a), recording.names.indexOf(b)];
  for (let f = 0; f < recording.frameCount; f++) {
    if (!frames(f)) continue;
    const [from, to] = [3 * (f * width + i), 3 * (f * width + j)];
    positions.set(recording.positions.subarray(to, to + 3), from);
    positions.set(recording.positions.subarray(from, from + 3), to);
  }
  return { ...recording, positions };
}

/** Two markers A and B at 100 Hz, each frame's places one after the other [m]. */
function twoMarkers(frameCount: number, places: (frame: number) => readonly number[]): MarkerRecording {
  const positions = new Float64Array(6 * frameCount);
  for (let f = 0; f < frameCount; f++) positions.set(places(f), 6 * f);
  const present = new Uint8Array(2 * frameCount).fill(1);
  return { ...walkingFigure().recording, names: ['A', 'B'], positions, present, frameCount, rate: 100 };
}

describe('markers that changed names', () => {
  const figure = walkingFigure();
  const whole = markersToClip(figure.recording).clip.q;

  it.each([
    ['every third frame', (f: number) => f % 3 === 1],
    ['a stretch of frames', (f: number) => f > 30 && f < 60],
    ['the first frame', (f: number) => f === 0],
  ])('get their own back: %s', (_, frames) => {
    for (const [a, b] of [
      ['RLFC', 'RMFC'],
      ['LASI', 'RASI'],
    ] as const) {
      const { clip } = markersToClip(swapped(figure.recording, a, b, frames));
      expect(Math.max(...clip.q.map((value, i) => Math.abs(value - whole[i])))).toBeLessThan(1e-12);
      expect(clip.source!.notes.map(({ text }) => text).join()).toMatch(
        /the markers \w+ and \w+ had changed names in \d+ frame/,
      );
    }
  });

  it('are left where most frames have them, and where nothing turned round', () => {
    expect(markersToClip(figure.recording).clip.source!.notes.some(({ text }) => text.includes('names'))).toBe(false);
    const always = swapped(figure.recording, 'RLFC', 'RMFC', () => true);
    expect(undoSwaps(always, [[always.names.indexOf('RLFC'), always.names.indexOf('RMFC')]]).recording).toBe(always);
  });

  it('are not sought in slow recordings, nor where one marker strays', () => {
    const rarely = (f: number) => f % 3 === 1;
    const pair = [['RLFC', 'RMFC'].map((name) => figure.recording.names.indexOf(name))];
    const slow = { ...swapped(figure.recording, 'RLFC', 'RMFC', rarely), rate: 25 };
    expect(undoSwaps(slow, pair).swaps).toEqual([]);
    const positions = figure.recording.positions.slice();
    const width = figure.recording.names.length;
    for (let f = 0; f < figure.recording.frameCount; f += 7) positions[3 * (f * width + pair[0][1])] += 0.4;
    expect(undoSwaps({ ...figure.recording, positions }, pair).swaps).toEqual([]);
  });

  it('are not sought where the segment turns while one marker strays for long', () => {
    const turning = twoMarkers(600, (f) => {
      const turn = (Math.PI * Math.min(100, Math.max(0, f - 400))) / 100; // half round within a second …
      const far = f >= 400 && f < 500 ? 0.3 : 0.1; // … in which the second marker is elsewhere
      return [0, 1, 0, far * Math.cos(turn), 1, far * Math.sin(turn)];
    });
    expect(undoSwaps(turning, [[0, 1]]).swaps).toEqual([]);
  });

  it('get them back in recordings of an hour', () => {
    const long = twoMarkers(400_000, (f) => (f < 220_000 ? [0, 1, 0, 0.1, 1, 0] : [0.1, 1, 0, 0, 1, 0]));
    expect(undoSwaps(long, [[0, 1]]).swaps).toEqual([{ names: ['A', 'B'], frames: 180_000 }]);
  });
});

describe('joint centres', () => {
  it('are exact with markers on both sides of the joints', () => {
    const figure = walkingFigure();
    const motion = markersToClip(figure.recording);
    expect(motion.clip.roles.status).toBe('humanoid');
    expect(motion.startTime).toBe(2);
    expect(worst(motion, figure, /./)).toBeLessThan(1e-6);
    expect(motion.residuals.leftFoot!.p95).toBeLessThan(1e-6);
    const length = (role: string) =>
      Math.hypot(
        ...motion.clip.skeleton.offsets.subarray(
          3 * motion.clip.skeleton.names.indexOf(role),
          3 * motion.clip.skeleton.names.indexOf(role) + 3,
        ),
      );
    expect(length('leftLowerLeg')).toBeCloseTo(THIGH, 9);
    expect(length('rightFoot')).toBeCloseTo(SHANK, 9);
  });

  it('do not depend on where the person heads', () => {
    for (const heading of [0, 1.5, -2.8]) {
      const figure = walkingFigure({ heading });
      expect(worst(markersToClip(figure.recording), figure, /./)).toBeLessThan(1e-6);
    }
  });

  it('come from a standing trial when the inner markers were taken off', () => {
    const figure = walkingFigure();
    const standing = walkingFigure({ swing: 0, frames: 20 }).recording;
    const motion = markersToClip(without(figure.recording, /M(FC|MAL)$/), { standing });
    expect(motion.person.legs.l.methods).toEqual({ knee: 'standing trial', ankle: 'standing trial' });
    expect(worst(motion, figure, /Leg|Foot/)).toBeLessThan(1e-6);
  });

  it('come from the outer marker and the width', () => {
    const figure = walkingFigure();
    const measures = { kneeWidth: 0.1 - 0.014, ankleWidth: 0.07 - 0.014, markerRadius: 0.007 };
    const motion = markersToClip(without(figure.recording, /M(FC|MAL)$/), { measures });
    expect(motion.person.legs.r.methods.knee).toBe('outer marker and width');
    expect(worst(motion, figure, /LowerLeg/)).toBeLessThan(0.007); // half of it is the right angle towards the hip
    expect(worst(motion, figure, /Foot/)).toBeLessThan(0.02); // the figure's shanks have no twist, people's have
  });

  it('come from the motion of thigh and shank where no marker is on the knee', () => {
    const figure = walkingFigure();
    const motion = markersToClip(without(figure.recording, /(FC|MAL)$/));
    expect(motion.person.legs.r.methods.knee).toBe('motion of the segments');
    expect(worst(motion, figure, /LowerLeg/)).toBeLessThan(0.02);
  });

  it('refuse to guess a knee that does not bend', () => {
    const stiff = walkingFigure({ swing: 0 }).recording;
    expect(() => markersToClip(without(stiff, /(FC|MAL)$/))).toThrow(
      /made\.trc: the left knee has no marker, and it hardly bends/,
    );
  });

  it('of the hips follow the regression where the file has none', () => {
    const hips = harringtonHips(0.25, 0.17);
    expect(hips.l[0]).toBeCloseTo(0.33 * 0.25 + 0.0073, 12);
    expect(hips.l[1]).toBeCloseTo(-0.3 * 0.25 - 0.0109, 12);
    expect(hips.r[0]).toBe(-hips.l[0]);
    expect(markersToClip(without(walkingFigure().recording, /HJC$/)).person.pelvis.hipSource).toBe('regression');
  });
});

describe('sets', () => {
  it('without trunk and arms give legs and the reason', () => {
    const { clip } = markersToClip(without(walkingFigure().recording, /ACR|SJC|EL$|FA|C7|CLAV|STRN|T10/));
    expect(clip.skeleton.names).toHaveLength(9);
    expect(clip.roles).toEqual({
      status: 'refused',
      reason: 'the markers show hips and legs only: trunk, arms and head are missing',
    });
  });

  it('that are unknown are refused with the markers that are missing', () => {
    const unknown: MarkerRecording = {
      ...walkingFigure().recording,
      names: walkingFigure().recording.names.map((_, i) => `M${i}`),
    };
    expect(() => markersToClip(unknown)).toThrow(/missing: left ASIS, left PSIS \(or a sacrum marker\), left knee/);
  });

  it('take a standing trial beside them', async () => {
    const walk = without(walkingFigure().recording, /M(FC|MAL)$/);
    const standing = walkingFigure({ swing: 0, frames: 10 }).recording;
    const options = { neighbours: ['walk.trc', 'static.trc'], companion: async () => new Uint8Array(1) };
    const [clip] = await readMarkersAsClip(
      'trc',
      (data) => (data.length === 1 ? standing : walk),
      new Uint8Array(2),
      'walk.trc',
      options,
    );
    expect(clip.source!.notes.some((note) => note.text === 'knee joints: standing trial')).toBe(true);
  });
});

describe('gaps', () => {
  const lose = (recording: MarkerRecording, name: string, first: number, last: number): MarkerRecording => {
    const present = Uint8Array.from(recording.present);
    const positions = Float64Array.from(recording.positions);
    const width = recording.names.length;
    for (let f = first; f <= last; f++) {
      const i = f * width + recording.names.indexOf(name);
      present[i] = 0;
      positions.fill(0, 3 * i, 3 * i + 3);
    }
    return { ...recording, present, positions };
  };

  it('up to 0.1 s are bridged', () => {
    const figure = walkingFigure();
    const motion = markersToClip(lose(figure.recording, 'LLMAL', 40, 48));
    expect(worst(motion, figure, /Foot/)).toBeLessThan(0.001);
    expect(motion.clip.source!.notes.some((note) => note.text.startsWith('9 marker positions in gaps'))).toBe(true);
  });

  it('that are longer are rebuilt from the segment', () => {
    const { recording } = walkingFigure();
    const cluster = ['LTH1', 'LTH2', 'LTH3', 'LLFC'].map((name) => recording.names.indexOf(name));
    const filled = fillGaps(lose(recording, 'LTH2', 20, 80), [cluster]);
    expect(filled.rebuilt).toBe(61);
    const i = 3 * (50 * recording.names.length + cluster[1]);
    for (let k = 0; k < 3; k++) expect(filled.recording.positions[i + k]).toBeCloseTo(recording.positions[i + k], 9);
  });

  it('at the ends of pelvis or feet cut the clip, and its start time says so', () => {
    const motion = markersToClip(lose(lose(walkingFigure().recording, 'RCAL', 0, 29), 'RMT5', 0, 29));
    expect(motion.clip.frameCount).toBe(90);
    expect(motion.startTime).toBeCloseTo(2.3, 12);
  });
});

describe('fits', () => {
  it('rigid: finds a known turn and shift', () => {
    const points = [
      [0, 0, 0],
      [0.1, 0, 0],
      [0, 0.2, 0],
      [0, 0, 0.3],
    ] as const;
    const turned = points.map(([x, y, z]) => [0.5 - y, 0.6 + x, 0.7 + z] as const);
    const pose = fitRigid(points, turned);
    points.forEach((p, i) => {
      toWorld(pose, p).forEach((value, k) => {
        expect(value).toBeCloseTo(turned[i][k], 12);
      });
    });
  });

  it('chain: no bone direction nearby is better', () => {
    const rng = createRng(9);
    const random = () => [rng.next() - 0.5, rng.next() - 0.5, rng.next() - 0.5] as const;
    for (let round = 0; round < 50; round++) {
      const targets = [random(), random(), random()];
      const lengths = [0.3, 0.4, 0.2];
      const weights = [1, 2, 1];
      const cost = (directions: readonly (readonly [number, number, number])[]): number => {
        let p = [0, 0, 0];
        return directions.reduce((sum, d, i) => {
          p = p.map((v, k) => v + (lengths[i] * d[k]) / Math.hypot(...d));
          return sum + weights[i] * targets[i].reduce((s, t, k) => s + (t - p[k]) ** 2, 0);
        }, 0);
      };
      const best = fitChain([0, 0, 0], targets, lengths, weights);
      for (let i = 0; i < 20; i++) {
        const near = best.map(
          (d) =>
            [
              d[0] + 0.01 * (rng.next() - 0.5),
              d[1] + 0.01 * (rng.next() - 0.5),
              d[2] + 0.01 * (rng.next() - 0.5),
            ] as const,
        );
        expect(cost(near)).toBeGreaterThanOrEqual(cost(best) - 1e-5);
      }
    }
  });
});

it('gives no NaN on 300 scrambled recordings', () => {
  const rng = createRng(13);
  const source = walkingFigure({ frames: 12 }).recording;
  for (let round = 0; round < 300; round++) {
    const positions = Float64Array.from(source.positions);
    const present = Uint8Array.from(source.present);
    const scale = rng.next() < 0.1 ? 0 : 1;
    for (let i = 0; i < positions.length; i++)
      positions[i] = scale * (rng.next() < 0.02 ? 100 * (rng.next() - 0.5) : positions[i]);
    for (let i = 0; i < present.length; i++) if (rng.next() < 0.005) present[i] = 0;
    try {
      expect(markersToClip({ ...source, positions, present }).clip.q.every(Number.isFinite)).toBe(true);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
});

it('puts the floor where the caller says', async () => {
  const figure = walkingFigure({ frames: 5 }).recording;
  const [clip] = await readMarkersAsClip('trc', () => figure, new Uint8Array(1), 'walk.trc', { groundHeight: 0.1 });
  const [plain] = await readMarkersAsClip('trc', () => figure, new Uint8Array(1), 'walk.trc', {});
  expect(clip.q[1]).toBeCloseTo(plain.q[1] - 0.1, 12);
  expect(clip.source!.frame.groundHeight).toBe(0.1);
});
