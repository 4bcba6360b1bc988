/**
 * Names of markers in the sets that laboratories use, brought to common landmarks. Names are compared without case, dots,
 * dashes, underscores and spaces. Sided landmarks are written with the letter of the side in front.
 */
import type { MarkerRecording } from '../recording.ts';

const LANDMARKS = [
  'asis',
  'psis',
  'hip',
  'kneeLateral',
  'kneeMedial',
  'knee',
  'ankleLateral',
  'ankleMedial',
  'ankle',
  'heel',
  'toe',
  'mt5',
  'acromion',
  'shoulder',
  'elbowLateral',
  'elbowMedial',
  'elbow',
  'wristRadial',
  'wristUlnar',
  'wrist',
  'finger',
  'headFront',
  'headBack',
  'sternum',
] as const;
export type SidedLandmark = (typeof LANDMARKS)[number];
export type CentreLandmark = 'sacrum' | 'c7' | 'clavicle' | 'breastbone' | 't10' | 'crown';
export type SideLetter = 'l' | 'r';
export type Landmark = CentreLandmark | `${SideLetter}:${SidedLandmark}`;

/** Segments whose spare markers (not landmarks) help to follow them. */
export type ClusterName = 'thigh' | 'shank' | 'foot' | 'upperArm' | 'forearm';

/** After the letter of the side. `hip`, `knee`, `ankle` … alone are joint centres that the laboratory computed. */
const SIDED: Readonly<Record<SidedLandmark, readonly string[]>> = {
  asis: ['asis', 'asi'],
  psis: ['psis', 'psi'],
  hip: ['hjc'],
  kneeLateral: ['kneelat', 'knee', 'kne', 'lfc', 'lepi', 'kne1'],
  kneeMedial: ['kneemed', 'kneemedial', 'mknee', 'mfc', 'knein', 'mkne'],
  knee: ['kjc'],
  ankleLateral: ['anklelat', 'ankle', 'ank', 'lmal', 'mall'],
  ankleMedial: ['anklemed', 'anklemedial', 'mankle', 'mmal', 'ankin', 'mma'],
  ankle: ['ajc'],
  heel: ['heel', 'hee', 'calc', 'cal'],
  toe: ['toetip', 'toe', 'mt2', 'met'],
  mt5: ['mt5', '5meta', 'toelat', 'p5mt', 'd5m'],
  acromion: ['shoulder', 'acromium', 'acromion', 'acr', 'sho', 'sh'],
  shoulder: ['sjc'],
  elbowLateral: ['elbowlat', 'elbow', 'lel', 'elb'],
  elbowMedial: ['elbowmed', 'mel'],
  elbow: ['ejc'],
  wristRadial: ['wristradius', 'wristlat', 'faradius', 'wra'],
  wristUlnar: ['wristulna', 'wristmed', 'faulna', 'wrb'],
  wrist: ['wrist', 'wri', 'wr'],
  finger: ['fin'],
  headFront: ['fhd', 'temple'],
  headBack: ['bhd'],
  sternum: ['sternum', 'clavicle'],
};

const CENTRE: Readonly<Record<CentreLandmark, readonly string[]>> = {
  sacrum: ['vsacral', 'sacr', 'vsac', 's2'],
  c7: ['c7'],
  clavicle: ['clav', 'sternum', 'ij', 'man'],
  breastbone: ['strn', 'px'],
  t10: ['t10', 't7'],
  crown: ['tophead'],
};

/** After the letter of the side; `foot` takes landmarks only where nothing is listed. */
const CLUSTERS: Readonly<Record<ClusterName, RegExp>> = {
  thigh: /^(th[1-5]|thigh[1-5]|thigh(upper|front|rear)|thi|th(lp|ld|ap|ad)|gtr)$/,
  shank: /^(tb[1-4]|sh[1-4]|shank(upper|front|rear|antsup)|tib|sha|ti(ap|ad|lat)|hf|tt|sk[1-4]|shn|hfb|tub)$/,
  foot: /^(midfoot(sup|lat)|toe(med|lat)|mt1|mfs|mfl|p1mt)$/,
  upperArm: /^(ua[1-3]|humerus|biceps?|upa|arm)$/,
  forearm: /^(fasuperior|forearm|fra)$/,
};

export interface MarkerMap {
  readonly landmarks: ReadonlyMap<Landmark, number>; // marker index
  readonly clusters: ReadonlyMap<`${SideLetter}:${ClusterName}`, readonly number[]>;
}

const plain = (name: string): string => name.toLowerCase().replace(/[.\-_\s]/g, '');

/** Finds landmarks by name. Markers that are named but never seen do not count. */
export function mapMarkers(recording: MarkerRecording): MarkerMap {
  const width = recording.names.length;
  const seen = new Uint8Array(width);
  for (let i = 0; i < recording.present.length; i++) if (recording.present[i]) seen[i % width] = 1;
  const index = new Map<string, number>();
  recording.names.forEach((name, i) => {
    if (seen[i] && !index.has(plain(name))) index.set(plain(name), i);
  });
  const landmarks = new Map<Landmark, number>();
  const find = (key: Landmark, aliases: readonly string[], prefix: string): void => {
    const alias = aliases.find((candidate) => index.has(prefix + candidate));
    if (alias !== undefined) landmarks.set(key, index.get(prefix + alias)!);
  };
  for (const key of Object.keys(CENTRE) as CentreLandmark[]) find(key, CENTRE[key], '');
  for (const side of ['l', 'r'] as const) for (const key of LANDMARKS) find(`${side}:${key}`, SIDED[key], side);
  const used = new Set(landmarks.values());
  const clusters = new Map<`${SideLetter}:${ClusterName}`, number[]>();
  for (const [name, i] of index) {
    const side = name[0];
    if ((side !== 'l' && side !== 'r') || used.has(i)) continue;
    for (const cluster of Object.keys(CLUSTERS) as ClusterName[]) {
      if (!CLUSTERS[cluster].test(name.slice(1))) continue;
      const key = `${side}:${cluster}` as const;
      clusters.set(key, [...(clusters.get(key) ?? []), i]);
    }
  }
  return { landmarks, clusters };
}

/** Landmarks without which no legs can be built, in words, with what would do instead. */
export function missingLandmarks(map: MarkerMap): string[] {
  const missing: string[] = [];
  const has = (key: Landmark): boolean => map.landmarks.has(key);
  for (const side of ['l', 'r'] as const) {
    const name = side === 'l' ? 'left' : 'right';
    if (!has(`${side}:asis`)) missing.push(`${name} ASIS`);
    if (!has(`${side}:psis`) && !has('sacrum')) missing.push(`${name} PSIS (or a sacrum marker)`);
    const thigh = map.clusters.get(`${side}:thigh`)?.length ?? 0;
    const shank = map.clusters.get(`${side}:shank`)?.length ?? 0;
    if (!has(`${side}:kneeLateral`) && !has(`${side}:knee`) && (thigh < 2 || shank < 3))
      missing.push(`${name} knee (or clusters on thigh and shank)`);
    if (!has(`${side}:ankleLateral`) && !has(`${side}:ankle`) && shank < 3)
      missing.push(`${name} ankle (or a cluster on the shank)`);
    if (!has(`${side}:heel`)) missing.push(`${name} heel`);
    if (!has(`${side}:toe`) && !has(`${side}:mt5`)) missing.push(`${name} toe`);
  }
  return missing;
}
