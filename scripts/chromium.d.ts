/** Chrome or Chromium on this machine, or undefined. */
export function findChromium(): string | undefined;
export const HOW_TO_INSTALL: string;
export const CHROMIUM_FLAGS: string[];
