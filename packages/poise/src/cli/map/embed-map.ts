/** A map in the `extras` of a glTF file, where a game finds it (docs/map.md). */
import type { RecoverabilityMap } from '../../methods/recoverability/index.ts';
import { packGlb, unpackGlb } from '../../motion/formats/gltf-container.ts';

interface AssetJson {
  asset: { extras?: Record<string, unknown> };
}

/** The bytes of a GLB with the map in `asset.extras.poiseMap`. */
export function embedMap(glb: Uint8Array, map: RecoverabilityMap): Uint8Array {
  const { text, rest } = unpackGlb(glb);
  const json = JSON.parse(text) as AssetJson;
  json.asset.extras = { ...json.asset.extras, poiseMap: map };
  return packGlb(JSON.stringify(json), rest);
}
