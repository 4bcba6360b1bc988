declare module 'gltf-validator' {
  export interface ValidationMessage {
    readonly code: string;
    readonly message: string;
    readonly severity: 0 | 1 | 2 | 3; // error, warning, information, hint
    readonly pointer?: string;
  }
  export function validateBytes(
    data: Uint8Array,
    options?: { readonly maxIssues?: number; readonly writeTimestamp?: boolean },
  ): Promise<{ readonly issues: { readonly messages: readonly ValidationMessage[] } }>;
}
