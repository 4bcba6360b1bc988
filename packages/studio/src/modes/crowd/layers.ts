/** What Crowd draws on stage: the people around the one in the middle, balls, and a word over those who fell. */
import {
  CircleGeometry,
  Color,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import type { SceneLayer } from '../../scene/contract.ts';
import { ORDER } from '../../scene/order.ts';
import { type Palette, paletteOf } from '../../scene/palette.ts';
import { MOST_BALLS } from './balls.ts';
import { createFigures, type Figures } from './figures.ts';
import { ABOUT, BALL, type Layout, stateAt } from './frame.ts';
import { createLabels } from './labels.ts';
import { planCrowd } from './plan-crowd.ts';
import { running } from './running.ts';
import { type CrowdSettings, MOST_PEOPLE, type PersonState } from './types.ts';

/** Colours of states, and how much of them is seen in the clothes. */
const dyeOf = (palette: Palette): Readonly<Record<PersonState, readonly [colour: number, share: number]>> => ({
  calm: [palette.middle, 0],
  reacting: [palette.support, 0.65],
  stumbling: [palette.warn, 0.7],
  fell: [FALLEN, 0.62],
});
const FALLEN = 0x8f3d40; // quiet: they lie there for long
const SHADES = 0.16; // by how much clothes differ
const QUICK = 0.12; // of the way to a new colour, per picture

const people: SceneLayer = {
  id: 'crowd-people',
  title: 'People',
  key: undefined,
  on: true,
  create({ root }) {
    const labels = createLabels(MOST_PEOPLE);
    root.add(labels.object);
    let figures: Figures | undefined;
    let palette = paletteOf(false);
    let dyes = dyeOf(palette);
    let shades: readonly number[] = [];
    let planned: CrowdSettings | undefined;
    const shown = new Float32Array(4 * MOST_PEOPLE);
    const fallen = new Float32Array(3 * MOST_PEOPLE);
    const camera = new Vector3(0, 5, 15);
    const colour = new Color();
    let first = true;

    /** Colours go over softly, so that nobody blinks. */
    const dye = (numbers: Float32Array, layout: Layout): void => {
      for (let person = 0; person < layout.people; person++) {
        const [wanted, share] = dyes[stateAt(numbers, layout, person)];
        colour.set(wanted);
        const shade = shades[person] ?? 0;
        if (share === 0) colour.copy(shade < 0 ? DARK_CLOTH : LIGHT_CLOTH);
        const amount = share === 0 ? SHADES * 5 * Math.abs(shade) : share;
        const goal = [colour.r, colour.g, colour.b, amount];
        for (let c = 0; c < 4; c++) {
          const at = 4 * person + c;
          shown[at]! += (first ? 1 : QUICK) * (goal[c]! - shown[at]!);
        }
      }
      first = false;
    };
    const label = (numbers: Float32Array, layout: Layout): void => {
      let count = 0;
      for (let person = 0; person < layout.people; person++) {
        const o = layout.about + ABOUT * person;
        if (stateAt(numbers, layout, person) !== 'fell' || numbers[o + 1]! > 0.6) continue;
        fallen.set([numbers[o]!, numbers[o + 1]! + 0.42, numbers[o + 2]!], 3 * count++);
      }
      labels.place(fallen, count);
    };
    return {
      show(view) {
        palette = paletteOf(view.dark);
        dyes = dyeOf(palette);
        labels.paint('fell', view.dark ? '#161a20e6' : '#ffffffe6', view.dark ? '#ff8080' : '#c62828');
        const world = running.controller?.world();
        if (world && !figures) {
          figures = createFigures(world.skins, MOST_PEOPLE, world.body.skeleton.names.length);
          root.add(...figures.objects);
          figures.objects[1]!.onBeforeRender = (_renderer, _scene, seen) => {
            camera.setFromMatrixPosition(seen.matrixWorld);
          };
        }
        const settings = running.controller?.settings();
        if (settings && settings !== planned) {
          if (settings.people !== planned?.people || settings.seed !== planned?.seed) {
            shades = planCrowd(settings.people, settings.seed).map(({ shade }) => shade);
            first = true;
          }
          planned = settings;
        }
        figures?.setShadow(palette.shadow, 0.62 * palette.shadowStrength);
      },
      at(frame) {
        const picture = running.controller?.pictureAt(frame);
        for (const object of figures?.objects ?? []) object.visible = picture !== undefined;
        labels.object.visible = picture !== undefined;
        if (!picture || !figures) return;
        first ||= !picture.live;
        dye(picture.numbers, picture.layout);
        figures.place(picture.numbers, picture.layout, shown, camera);
        label(picture.numbers, picture.layout);
      },
      dispose() {
        figures?.dispose();
        labels.dispose();
      },
    };
  },
};

const DARK_CLOTH = new Color(0.2, 0.2, 0.22); // linear
const LIGHT_CLOTH = new Color(0.86, 0.83, 0.78);

const balls: SceneLayer = {
  id: 'crowd-balls',
  title: 'Balls',
  key: undefined,
  on: true,
  create({ root }) {
    const [sphere, disc] = [new SphereGeometry(1, 20, 14), new CircleGeometry(1, 20).rotateX(-Math.PI / 2)];
    const rubber = new MeshLambertMaterial();
    const shade = new MeshBasicMaterial({ transparent: true, depthWrite: false });
    const [meshes, shadows] = [
      new InstancedMesh(sphere, rubber, MOST_BALLS),
      new InstancedMesh(disc, shade, MOST_BALLS),
    ];
    for (const mesh of [meshes, shadows]) {
      mesh.frustumCulled = false;
      mesh.count = 0;
    }
    shadows.renderOrder = ORDER.footprints;
    root.add(meshes, shadows);
    const [place, scale, upright, matrix] = [new Vector3(), new Vector3(), new Quaternion(), new Matrix4()];
    return {
      show({ dark }) {
        const palette = paletteOf(dark);
        rubber.color.set(palette.push);
        shade.color.set(palette.shadow);
        shade.opacity = 0.5 * palette.shadowStrength;
      },
      at(frame) {
        const picture = running.controller?.pictureAt(frame);
        let count = 0;
        for (let k = 0; picture && k < MOST_BALLS; k++) {
          const o = picture.layout.balls + BALL * k;
          const radius = picture.numbers[o + 3]!;
          if (radius === 0) continue;
          place.fromArray(picture.numbers, o);
          const height = place.y;
          meshes.setMatrixAt(count, matrix.compose(place, upright, scale.setScalar(radius)));
          // a shadow shrinks with height, and is gone above a storey
          place.y = 0.003;
          const width = radius * Math.max(0, 1 - height / 3);
          shadows.setMatrixAt(count++, matrix.compose(place, upright, scale.set(width, 1, width)));
        }
        for (const mesh of [meshes, shadows]) {
          mesh.count = count;
          mesh.instanceMatrix.needsUpdate = true;
        }
      },
      dispose() {
        for (const part of [sphere, disc, rubber, shade, meshes, shadows]) part.dispose();
      },
    };
  },
};

export const crowdLayers: readonly SceneLayer[] = [people, balls];
