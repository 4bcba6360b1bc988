// A character that takes hits, in PlayCanvas: click to push it. `npm install playcanvas`,
// `npx poise perform idle -o examples/playcanvas-page/public/person.glb`, then `npx vite examples/playcanvas-page`.
import * as pc from 'playcanvas';
import { ReactionLayer } from 'poise';
import { bindPlayCanvasCharacter } from 'poise/playcanvas';

const canvas = document.body.appendChild(document.createElement('canvas'));
const app = new pc.Application(canvas, { graphicsDeviceOptions: { antialias: true } });
app.setCanvasFillMode(pc.FILLMODE_FILL_WINDOW);
app.start();

const camera = new pc.Entity('camera');
camera.addComponent('camera', { clearColor: new pc.Color(0.87, 0.9, 0.93), fov: 40 });
camera.setPosition(2.5, 1.5, 3.5);
camera.lookAt(0, 0.9, 0);
const light = new pc.Entity('light');
light.addComponent('light', { type: 'directional' });
light.setEulerAngles(45, 30, 0);
app.root.addChild(camera);
app.root.addChild(light);

app.assets.loadFromUrl('person.glb', 'container', (error, asset) => {
  if (error) throw new Error(error);
  const person = asset.resource.instantiateRenderEntity();
  app.root.addChild(person);
  person.addComponent('anim', { activate: true });
  person.anim.assignAnimation('idle', asset.resource.animations[0].resource);
  const { body, rig } = bindPlayCanvasCharacter(person); // finds hips, legs, arms … by name or shape
  const layer = new ReactionLayer(body, rig);
  layer.on('step', ({ foot }) => document.body.setAttribute('data-step', foot));
  addEventListener('pointerdown', () => layer.hit({ bone: 'chest', impulse: [-28, 0, -36] })); // [N·s]
  app.systems.on('animationUpdate', (dt) => layer.update(dt)); // after the animation, before drawing
});
