/** An entry of the package and its names with their signatures, sorted. */
export type EntryApi = readonly [entry: string, names: readonly (readonly [name: string, signature: string])[]];
export const API_FILE: string;
export function publicApi(): readonly EntryApi[];
export function apiReport(): string;
