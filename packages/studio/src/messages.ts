/** What page and worker say to each other. */
export interface OpenedFile {
  readonly name: string;
  readonly data: Uint8Array;
}

export type Request =
  | { readonly kind: 'files'; readonly files: readonly OpenedFile[] }
  | { readonly kind: 'sample' }
  | { readonly kind: 'take'; readonly take: number };

export type Answer =
  | { readonly kind: 'report'; readonly page: string; readonly takes: readonly string[]; readonly take: number }
  | { readonly kind: 'error'; readonly message: string };
