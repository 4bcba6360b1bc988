/** What a glTF file says about itself beyond the format. */
import { gltfDocument } from './gltf-read.ts';

/** `asset.extras` of the file that a clip was read from: data of strangers. Undefined without them, and for other formats. */
export function assetExtras(document: unknown): Readonly<Record<string, unknown>> | undefined {
  const asset = gltfDocument(document)?.gltf.json['asset'];
  const extras = isRecord(asset) ? asset['extras'] : undefined;
  return isRecord(extras) ? extras : undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
