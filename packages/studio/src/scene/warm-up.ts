/**
 * Shaders are compiled beside the page before what they draw is shown. A picture that meets a shader which is not compiled
 * yet would wait for it, and the page with it.
 */
import type { Camera, Object3D, Scene, WebGLRenderer } from 'three';

const HEAD_START = 10; // [ms] for the graphics card where it cannot be asked

export interface WarmUp {
  readonly compile: (object: Object3D) => Promise<void>;
  /** Hides an object until its shaders are there. */
  readonly prepare: (object: Object3D) => Promise<void>;
  /** Settles when nothing is being prepared any more. */
  readonly settled: () => Promise<void>;
}

/** @param onReady something can be drawn that could not before */
export function createWarmUp(renderer: WebGLRenderer, scene: Scene, camera: Camera, onReady: () => void): WarmUp {
  const pending = new Set<Promise<void>>();
  // A shader that fails is a mistake to be found while developing; asking each whether it did makes the page wait for it.
  renderer.debug.checkShaderErrors = import.meta.env.DEV;
  // Without this a browser cannot say whether a shader is ready, and three complains when it is asked.
  const parallel = renderer.getContext().getExtension('KHR_parallel_shader_compile') !== null;
  const compile = async (object: Object3D): Promise<void> => {
    if (parallel) await renderer.compileAsync(object, camera, scene);
    else {
      renderer.compile(object, camera, scene);
      await new Promise((resolve) => setTimeout(resolve, HEAD_START));
    }
  };
  const reveal = async (object: Object3D): Promise<void> => {
    await compile(object);
    object.visible = true;
    onReady();
  };
  return {
    compile,
    prepare(object) {
      object.visible = false;
      const work = reveal(object).finally(() => pending.delete(work));
      pending.add(work);
      return work;
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
