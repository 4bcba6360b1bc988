/** Hands results over without copying them. */
import type { Clip } from 'poise';

/** All buffers in a plain value, each once. */
export function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') buffersOf(item, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) if (typeof item === 'object') buffersOf(item, found);
  }
  return [...found];
}

/** A clip for the page: its coordinates are copied once and the copy is given away; the file's own document stays here. */
export function forPage(clip: Clip): { readonly clip: Clip; readonly buffers: ArrayBuffer[] } {
  const q = clip.q.slice();
  const source = clip.source && { ...clip.source, document: undefined };
  return { clip: { ...clip, q, source }, buffers: [q.buffer] };
}
