/** `poise/view`: defines `<poise-view>`, a clip on any page with its balance, that takes pushes. docs/poise-view.md has its attributes. */

/** A push: N·s in world axes, at a bone by its role or at a point [m]. */
export interface ViewHit {
  readonly impulse: readonly [x: number, y: number, z: number];
  readonly bone?: string;
  readonly point?: readonly [x: number, y: number, z: number];
}

export declare class PoiseView extends HTMLElement {
  /** Address of a motion file; the attribute of the same name. */
  get src(): string | null;
  set src(src: string | null);
  get playing(): boolean;
  play(): void;
  pause(): void;
  /** [s] */
  seek(time: number): void;
  /** false where nobody can be pushed. */
  push(push: ViewHit): boolean;
}
