/** Skins of bodies, made by a worker and kept as long as the body is. */
import type { Body, Clip } from 'poise';
import { referencePoseOfClip, type SkinnedMesh } from 'poise/io';
import type { SkinAnswer, SkinWish } from './skin-worker.ts';
import { spawnSkinWorker } from './spawn-skin-worker.ts';

export interface Skins {
  /** The skin of a body; undefined when none fits. Only the last body asked for is worked on next. */
  readonly skinFor: (body: Body, clip: Clip) => Promise<SkinnedMesh | undefined>;
  readonly dispose: () => void;
}

interface Wish {
  readonly body: Body;
  readonly clip: Clip;
  readonly resolve: (skin: SkinnedMesh | undefined) => void;
}

export function createSkins(): Skins {
  const made = new WeakMap<Body, Promise<SkinnedMesh | undefined>>();
  let worker: Worker | undefined;
  let working: Wish | undefined;
  let next: Wish | undefined;
  const start = (wish: Wish): void => {
    working = wish;
    worker ??= startWorker();
    const reference = referencePoseOfClip(wish.clip, wish.body.roles);
    worker.postMessage({ body: wish.body, reference } satisfies SkinWish);
  };
  const startWorker = (): Worker => {
    const fresh = spawnSkinWorker();
    const finish = (skin: SkinnedMesh | undefined): void => {
      working?.resolve(skin);
      working = undefined;
      const wish = next;
      next = undefined;
      if (wish) start(wish);
    };
    fresh.onmessage = ({ data }: MessageEvent<SkinAnswer>) => finish(data.skin);
    fresh.onerror = () => finish(undefined);
    return fresh;
  };
  return {
    skinFor(body, clip) {
      const known = made.get(body);
      if (known) return known;
      let resolve: Wish['resolve'] = () => {};
      const promise = new Promise<SkinnedMesh | undefined>((done) => {
        resolve = done;
      });
      made.set(body, promise);
      const wish = { body, clip, resolve };
      if (!working) start(wish);
      else {
        // While a slider moves, bodies come faster than skins: those in between are never shown.
        if (next) {
          made.delete(next.body);
          next.resolve(undefined);
        }
        next = wish;
      }
      return promise;
    },
    dispose() {
      worker?.terminate();
      working?.resolve(undefined);
      next?.resolve(undefined);
    },
  };
}
