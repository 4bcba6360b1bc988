// A character that takes hits: click on it. `npx poise perform idle -o examples/three-page/public/person.glb`, then `npx vite examples/three-page`.
import { ReactionLayer } from 'poise';
import { bindCharacter } from 'poise/three';
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 100);
camera.position.set(2.5, 1.5, 3.5);
camera.lookAt(0, 0.9, 0);
const scene = new THREE.Scene();
scene.background = new THREE.Color('#dfe6ee');
scene.add(new THREE.HemisphereLight('#ffffff', '#667788', 3), new THREE.GridHelper(10, 20));

const { scene: person, animations } = await new GLTFLoader().loadAsync('person.glb');
scene.add(person);
const mixer = new THREE.AnimationMixer(person);
mixer.clipAction(animations[0]).play();
const { body, rig } = bindCharacter(person); // finds hips, legs, arms … by name or shape
const layer = new ReactionLayer(body, rig);
layer.on('step', ({ foot }) => document.body.setAttribute('data-step', foot));

const ray = new THREE.Raycaster();
addEventListener('pointerdown', ({ clientX, clientY }) => {
  ray.setFromCamera(new THREE.Vector2((2 * clientX) / innerWidth - 1, 1 - (2 * clientY) / innerHeight), camera);
  const [hit] = ray.intersectObject(person);
  const { x, z } = ray.ray.direction;
  if (hit) layer.hit({ point: hit.point.toArray(), impulse: [45 * x, 0, 45 * z] }); // [N·s]
});

const timer = new THREE.Timer();
renderer.setAnimationLoop(() => {
  const dt = timer.update().getDelta();
  mixer.update(dt);
  layer.update(dt); // after the mixer, before drawing
  renderer.render(scene, camera);
});
