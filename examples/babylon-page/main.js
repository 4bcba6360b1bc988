// A character that takes hits, in Babylon.js: click to push it. `npm install @babylonjs/core @babylonjs/loaders`,
// `npx poise perform idle -o examples/babylon-page/public/person.glb`, then `npx vite examples/babylon-page`.
import '@babylonjs/core/Culling/ray.js';
import '@babylonjs/loaders/glTF/index.js';
import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { ImportMeshAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import { ReactionLayer } from 'poise';
import { bindBabylonCharacter } from 'poise/babylon';

const canvas = document.body.appendChild(document.createElement('canvas'));
Object.assign(canvas, { width: innerWidth, height: innerHeight });
const engine = new Engine(canvas, true);
const scene = new Scene(engine); // left-handed, as Babylon is
const camera = new ArcRotateCamera('camera', 0.95, 1.4, 4.3, new Vector3(0, 0.9, 0), scene);
camera.minZ = 0.1;
new HemisphericLight('light', new Vector3(0, 1, 0), scene);

const { meshes, animationGroups } = await ImportMeshAsync('person.glb', scene);
animationGroups[0].start(true);
const { body, rig, turnHand } = bindBabylonCharacter(meshes[0]); // finds hips, legs, arms … by name or shape
const layer = new ReactionLayer(body, rig);
layer.on('step', ({ foot }) => document.body.setAttribute('data-step', foot));

addEventListener('pointerdown', () => {
  const { x, z } = camera.getForwardRay().direction;
  layer.hit({ bone: 'chest', impulse: turnHand([45 * x, 0, 45 * z]) }); // [N·s]
});

scene.onAfterAnimationsObservable.add(() => layer.update(engine.getDeltaTime() / 1000)); // before drawing
engine.runRenderLoop(() => scene.render());
