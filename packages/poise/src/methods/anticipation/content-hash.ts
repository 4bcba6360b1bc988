/** Names for results by what they were made from: equal content, equal name, on every machine. */

/** JSON with sorted keys, so that the order in which an object was written does not matter. Typed arrays are written as arrays. */
export function canonicalJson(value: unknown): string {
  if (ArrayBuffer.isView(value)) return canonicalJson(Array.from(value as unknown as ArrayLike<number>));
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(',')}}`;
}

const PRIMES = [0x01000193, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];

/** 128 bits of any plain data as 32 hexadecimal digits: four lanes of FNV-1a with different primes, stirred at the end. For
 *  caches, not against anyone who wants two contents to meet. */
export function contentHash(value: unknown): string {
  const text = canonicalJson(value);
  return PRIMES.map((prime, lane) => {
    let hash = (0x811c9dc5 + lane * 0x9e3779b1) >>> 0;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime) >>> 0;
    hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
    hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
    return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0');
  }).join('');
}
