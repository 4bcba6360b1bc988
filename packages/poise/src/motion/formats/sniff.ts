/** Recognises a file by how it begins, for files without a telling extension. */

/** Bytes to look at: headers of text formats stand within the first lines. */
const HEAD_BYTES = 4096;

/** Pattern of the beginning per format id, bytes taken as Latin-1. Order matters: the loosest pattern stands last. */
const SIGNATURES: readonly (readonly [id: string, pattern: RegExp])[] = [
  ['bvh', /^\uFEFF?(?:ï»¿)?\s*HIERARCHY\b/i],
  ['gltf', /^glTF/],
  ['gltf-json', /^\s*\{[\s\S]*"asset"\s*:/],
  ['fbx', /^Kaydara FBX Binary|^\s*; FBX/],
  ['numpy', /^.NUMPY|^PK..[\s\S]{26,200}\.npy/],
  ['osim', /<OpenSimDocument\b/],
  ['trc', /^PathFileType\b/],
  ['amc', /^\s*(?:#[^\n]*\n\s*)*:(?:FULLY-SPECIFIED|DEGREES)\b/i],
  ['mot', /(?:^|\n)\s*(?:nRows|nColumns|datacolumns|datarows)\b|(?:^|\n)\s*endheader\b/i],
  ['c3d', /^[^\0]P/],
];

/** Id of the format that the content begins like, or undefined. */
export function sniffFormat(data: Uint8Array): string | undefined {
  let head = '';
  for (let i = 0; i < Math.min(data.length, HEAD_BYTES); i++) head += String.fromCharCode(data[i]);
  return SIGNATURES.find(([, pattern]) => pattern.test(head))?.[0];
}
