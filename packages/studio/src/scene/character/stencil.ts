/** The person leaves a stencil, so that ghosts never lie over them. */
import { AlwaysStencilFunc, type Material, NotEqualStencilFunc, ReplaceStencilOp } from 'three';

const PERSON = 1;

export function markPerson<M extends Material>(material: M): M {
  material.stencilWrite = true;
  material.stencilRef = PERSON;
  material.stencilFunc = AlwaysStencilFunc;
  material.stencilZPass = ReplaceStencilOp;
  return material;
}

export function spareOutPerson<M extends Material>(material: M): M {
  material.stencilWrite = true; // three tests the stencil only where this is on
  material.stencilRef = PERSON;
  material.stencilFunc = NotEqualStencilFunc;
  return material;
}
