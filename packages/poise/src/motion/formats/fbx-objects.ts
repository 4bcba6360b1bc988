/** What an FBX tree means: objects with properties, and the connections between them. */
import { FormatError } from '../../errors.ts';
import type { Vec3 } from '../../math/types.ts';
import { childNamed, type FbxFile, type FbxNode, type FbxValue, nodeNamed, numberIn, textIn } from './fbx-tree.ts';

export interface FbxObject {
  readonly id: string;
  readonly kind: string; // Model, AnimationStack, AnimationCurve, …
  readonly name: string;
  readonly subtype: string; // of a Model: LimbNode, Null, Mesh, …
  readonly node: FbxNode;
}

export interface FbxLink {
  readonly object: FbxObject;
  readonly property: string; // '' for object-to-object links
}

export interface FbxObjects {
  readonly fbx: FbxFile;
  readonly byId: ReadonlyMap<string, FbxObject>;
  /** Objects linked below an object, in file order. */
  readonly below: ReadonlyMap<string, readonly FbxLink[]>;
  readonly modelDefaults: FbxNode | undefined; // Properties70 of the model template
}

const ROOT = '0';

export function readObjects(fbx: FbxFile): FbxObjects {
  const list = nodeNamed(fbx, 'Objects');
  if (!list) throw new FormatError(fbx.file, undefined, 'the file has no "Objects": nothing that could move');
  const byId = new Map<string, FbxObject>();
  for (const node of list.children) {
    const id = idOf(node.values[0]);
    const object = { id, kind: node.name, name: nameOf(node.values[1]), subtype: textIn(node.values[2]), node };
    if (id !== '') byId.set(id, object);
  }
  const below = new Map<string, FbxLink[]>();
  for (const { name, values } of nodeNamed(fbx, 'Connections')?.children ?? []) {
    const object = byId.get(idOf(values[1]));
    const parent = idOf(values[2]);
    if (name !== 'C' || !object || (parent !== ROOT && !byId.has(parent))) continue;
    const links = below.get(parent) ?? [];
    links.push({ object, property: textIn(values[3]) });
    below.set(parent, links);
  }
  return { fbx, byId, below, modelDefaults: templateOf(fbx, 'Model') };
}

const idOf = (value: FbxValue | undefined): string =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';

/** Binary files write "Hips", 0, 1, "Model"; text files "Model::Hips". */
function nameOf(value: FbxValue | undefined): string {
  const [name, kind] = textIn(value).split('\u0000\u0001');
  return kind === undefined ? name.replace(/^[A-Za-z]+::/, '') : name;
}

function templateOf(fbx: FbxFile, kind: string): FbxNode | undefined {
  const type = nodeNamed(fbx, 'Definitions')?.children.find(
    ({ name, values }) => name === 'ObjectType' && values[0] === kind,
  );
  return childNamed(childNamed(type, 'PropertyTemplate'), 'Properties70');
}

/** Objects of a kind linked below another. */
export const linkedBelow = (objects: FbxObjects, id: string, kind: string): readonly FbxLink[] =>
  (objects.below.get(id) ?? []).filter(({ object }) => object.kind === kind);

export const topModels = (objects: FbxObjects): readonly FbxObject[] =>
  linkedBelow(objects, ROOT, 'Model').map(({ object }) => object);

/** Values of a property: P: name, type, label, flags, values… */
function valuesOf(properties: FbxNode | undefined, name: string): readonly FbxValue[] | undefined {
  return properties?.children.find((child) => child.name === 'P' && child.values[0] === name)?.values.slice(4);
}

const propertiesOf = (node: FbxNode | undefined): FbxNode | undefined => childNamed(node, 'Properties70');

/** A number among the properties of a record ("GlobalSettings", an object's node). */
export function numberProperty(node: FbxNode | undefined, name: string): number | undefined {
  const value = numberIn(valuesOf(propertiesOf(node), name)?.[0]);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

/** A number of a model, its template's where it has none. */
export function modelNumber(objects: FbxObjects, model: FbxObject, name: string, otherwise: number): number {
  const own = numberProperty(model.node, name);
  return own ?? numberIn(valuesOf(objects.modelDefaults, name)?.[0]) ?? otherwise;
}

/** A vector of a model, its template's where it has none. */
export function modelVector(objects: FbxObjects, model: FbxObject, name: string, otherwise: Vec3): Vec3 {
  const values = valuesOf(propertiesOf(model.node), name) ?? valuesOf(objects.modelDefaults, name);
  if (!values) return otherwise;
  const [x, y, z] = [0, 1, 2].map((k) => numberIn(values[k]) ?? Number.NaN);
  if (![x, y, z].every(Number.isFinite)) {
    const place = `model "${model.name}"`;
    throw new FormatError(
      objects.fbx.file,
      undefined,
      `${place}: "${name}" expected 3 finite numbers, found ${[x, y, z]}`,
    );
  }
  return [x, y, z];
}
