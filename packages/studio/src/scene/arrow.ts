/** An arrow from a point along a vector. Where the body hides it, it shows through faintly. */
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshLambertMaterial, Quaternion, Vector3 } from 'three';
import { ORDER } from './order.ts';

export interface Arrow {
  readonly object: Group;
  /** From (x, y, z) along the direction of (dx, dy, dz), `length` metres long. Shorter than a centimetre: hidden. */
  readonly set: (x: number, y: number, z: number, dx: number, dy: number, dz: number, length: number) => void;
  readonly hide: () => void;
  readonly setColour: (colour: number) => void;
  readonly setOpacity: (opacity: number) => void;
  readonly dispose: () => void;
}

const SHORTEST = 0.01; // [m]
const HIDDEN = 0.3;
const UP = new Vector3(0, 1, 0);

/** @param radius of the shaft [m]; @param behind opacity where something stands in front */
export function createArrow(radius: number, behind = HIDDEN): Arrow {
  const shaftShape = new CylinderGeometry(radius, radius, 1, 16).translate(0, 0.5, 0);
  const headShape = new ConeGeometry(2.6 * radius, 1, 20).translate(0, 0.5, 0);
  const solid = markMaterial();
  const hidden = markMaterial();
  hidden.depthTest = false;
  hidden.transparent = true;
  hidden.opacity = behind;
  const object = new Group();
  const meshes = [shaftShape, headShape].map((shape) => [new Mesh(shape, solid), new Mesh(shape, hidden)] as const);
  for (const [front, through] of meshes) {
    front.renderOrder = ORDER.arrows + 1;
    through.renderOrder = ORDER.arrows;
    object.add(front, through);
  }
  solid.transparent = true; // drawn after the faint one
  const [shaft, head] = meshes as [(typeof meshes)[0], (typeof meshes)[0]];
  const direction = new Vector3();
  const turn = new Quaternion();
  const hide = (): void => {
    object.visible = false;
  };
  hide();
  return {
    object,
    hide,
    set(x, y, z, dx, dy, dz, length) {
      direction.set(dx, dy, dz);
      const size = direction.length();
      if (!(length > SHORTEST) || !(size > 1e-9) || !Number.isFinite(x + y + z)) return hide();
      object.visible = true;
      object.position.set(x, y, z);
      object.quaternion.copy(turn.setFromUnitVectors(UP, direction.divideScalar(size)));
      const headLength = Math.min(7 * radius, 0.6 * length);
      const thin = Math.min(1, headLength / (5 * radius));
      for (const mesh of shaft) mesh.scale.set(thin, length - headLength, thin);
      for (const mesh of head) {
        mesh.scale.set(thin, headLength, thin);
        mesh.position.y = length - headLength;
      }
    },
    setColour(colour) {
      for (const material of [solid, hidden]) {
        material.color.set(colour).multiplyScalar(0.35);
        material.emissive.set(colour).multiplyScalar(0.7);
      }
    },
    setOpacity(opacity) {
      solid.opacity = opacity;
      hidden.opacity = behind * opacity;
    },
    dispose() {
      for (const thing of [shaftShape, headShape, solid, hidden]) thing.dispose();
    },
  };
}

/** Signs keep their colour: hardly lit, not tone mapped. */
function markMaterial(): MeshLambertMaterial {
  const material = new MeshLambertMaterial();
  material.toneMapped = false;
  return material;
}
