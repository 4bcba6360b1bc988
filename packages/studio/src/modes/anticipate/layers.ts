/** What Anticipate draws on stage: the ball or the boxes of everyone there, and who is who. */
import { LOAD_UNIT, loadKind, loadOf, type Recording, type Scenario } from 'poise/anticipation';
import type { SceneLayer, StageView } from '../../scene/contract.ts';
import { createNamePlate } from '../shared/name-plate.ts';
import { createPropMesh, type PropMesh } from '../shared/prop-mesh.ts';
import { BESIDE } from './staging.ts';
import type { AnticipateResult, Shown } from './types.ts';
import { isWell, loadText, mismatchWords, outcomeWords } from './words.ts';

interface Scene {
  readonly with: Shown;
  readonly without: Shown | undefined; // only where they stand there
  readonly expected: Shown | undefined;
  readonly anticipates: boolean;
  readonly mismatch: string | undefined;
}

/** Who is on stage; nobody of ours where another clip is shown. */
function sceneOf({ result, clip, companion }: StageView): Scene | undefined {
  const found = result as AnticipateResult | undefined;
  if (!found?.with || found.with.recording.clip !== clip) return undefined;
  const clips = [companion?.clip, companion?.also?.clip];
  const present = (shown: Shown | undefined): Shown | undefined =>
    shown && clips.includes(shown.recording.clip) ? shown : undefined;
  const { plan } = found;
  const learning = found.search?.status === 'running';
  return {
    with: found.with,
    without: present(found.without),
    expected: present(found.expected),
    anticipates: learning || plan?.anticipated !== undefined,
    mismatch: plan && !learning ? mismatchOf(plan.believed, plan.actual) : undefined,
  };
}

const mismatchOf = (believed: Scenario, actual: Scenario): string | undefined =>
  mismatchWords(loadOf(believed), loadOf(actual), LOAD_UNIT[loadKind(believed)]);

const BALL = { dark: 0xe0723a, light: 0xd5622a, edge: 0x5a2a12 } as const;
const BOX = { dark: 0x9a8468, light: 0xb49a78, edge: 0x4a3c2a } as const;

interface Placed {
  readonly recording: Recording;
  readonly mesh: PropMesh;
  readonly aside: number; // [m]
  readonly ball: boolean;
}

const props: SceneLayer = {
  id: 'anticipate-props',
  title: 'Balls and boxes',
  key: undefined,
  on: true,
  create({ root }) {
    let placed: readonly Placed[] = [];
    let shown: readonly (Shown | undefined)[] = [];
    let frameTime = 1;
    const clear = (): void => {
      for (const { mesh } of placed) {
        mesh.object.removeFromParent();
        mesh.dispose();
      }
      placed = [];
    };
    const enter = (one: Shown | undefined, aside: number, faint: boolean): readonly Placed[] =>
      (one?.recording.props ?? []).map(({ shape, poses }) => {
        const mesh = createPropMesh(shape, poses, faint);
        root.add(mesh.object);
        return { recording: one!.recording, mesh, aside, ball: shape.kind === 'ball' };
      });
    return {
      show(view) {
        const scene = sceneOf(view);
        const now = [scene?.with, scene?.without, scene?.expected];
        frameTime = view.clip?.frameTime ?? 1;
        if (now.some((one, i) => one !== shown[i]) || placed.length === 0) {
          clear();
          placed = [...enter(now[0], 0, false), ...enter(now[1], BESIDE, false), ...enter(now[2], 0, true)];
        }
        shown = now;
        for (const { mesh, ball } of placed) {
          const colours = ball ? BALL : BOX;
          mesh.paint(view.dark ? colours.dark : colours.light, colours.edge);
        }
      },
      at(frame) {
        for (const { mesh, recording, aside } of placed) mesh.at((frame * frameTime) / recording.clip.frameTime, aside);
      },
      dispose: clear,
    };
  },
};

const ABOVE = 1.86; // [m] over the heads
const HIGHER = 2.02; // [m] of who stands behind in the picture
const GOOD = { dark: '#4cc38a', light: '#0a7d4f' } as const;
const BAD = { dark: '#ff6b6b', light: '#c62828' } as const;

const names: SceneLayer = {
  id: 'anticipate-names',
  title: 'Who is who',
  key: undefined,
  on: true,
  create({ root }) {
    const plates = [createNamePlate(), createNamePlate()] as const;
    root.add(...plates.map(({ object }) => object));
    return {
      show(view) {
        const { dark } = view;
        const scene = sceneOf(view);
        const colour = ({ recording }: Shown): string =>
          (isWell(recording.rollout) ? GOOD : BAD)[dark ? 'dark' : 'light'];
        const say = (i: 0 | 1, title: string, one: Shown | undefined, more = ''): void => {
          const words = one ? [more, outcomeWords(one.recording.rollout)].filter(Boolean) : [];
          plates[i].say(one ? title : '', words, dark, one ? colour(one) : '');
          plates[i].object.position.set(i === 0 ? 0 : BESIDE, i === 0 ? ABOVE : HIGHER, 0);
        };
        say(0, scene?.anticipates ? 'with anticipation' : 'without anticipation', scene?.with, scene?.mismatch);
        say(1, 'without anticipation', scene?.without);
      },
      at: () => undefined,
      dispose() {
        for (const plate of plates) plate.dispose();
      },
    };
  },
};

const MASS_ABOVE = 0.03; // [m] over the ball

/** How heavy the ball is in truth, written above it. */
const masses: SceneLayer = {
  id: 'anticipate-masses',
  title: 'What things weigh',
  key: undefined,
  on: true,
  create({ root, pose }) {
    const plate = createNamePlate();
    root.add(plate.object);
    let track: { readonly poses: Float64Array; readonly radius: number } | undefined;
    return {
      show(view) {
        const scene = sceneOf(view);
        const ball = scene?.with.recording.props.find(({ shape }) => shape.kind === 'ball');
        track = ball?.shape.kind === 'ball' ? { poses: ball.poses, radius: ball.shape.radius } : undefined;
        plate.say(ball ? loadText(ball.mass, 'kg') : '', [], view.dark, '#e0723a');
      },
      at(frame) {
        if (!track || pose.com.length === 0) return;
        const row = 7 * Math.max(0, Math.min(track.poses.length / 7 - 1, Math.round(frame)));
        const [x, y, z] = [track.poses[row]!, track.poses[row + 1]!, track.poses[row + 2]!];
        plate.object.position.set(x, y + track.radius + MASS_ABOVE, z);
      },
      dispose: () => plate.dispose(),
    };
  },
};

export const anticipateLayers: readonly SceneLayer[] = [props, names, masses];
