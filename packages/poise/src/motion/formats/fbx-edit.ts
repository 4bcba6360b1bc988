/** The records of a binary FBX with new keys for some channels of a take; whatever is not named here is copied. */
import { FormatError } from '../../errors.ts';
import { encodeFbx, type FbxRecord, floats, int, long, longs, record, text } from './fbx-encode.ts';
import { type FbxLink, type FbxObject, linkedBelow } from './fbx-objects.ts';
import type { Timing } from './fbx-patch.ts';
import type { FbxScene } from './fbx-read.ts';
import { addCurves, addLayer, keyTimes, type Scene, stackProperties } from './fbx-scene.ts';
import { type Channel, type FbxTake, ownersOf } from './fbx-takes.ts';
import { childNamed, type FbxNode, numberIn, numbersOf } from './fbx-tree.ts';

/** New numbers for a channel of a model: frames per axis. */
export interface ChannelChange {
  readonly model: FbxObject;
  readonly channel: Channel;
  readonly axes: readonly Float64Array[];
}

export interface Edit {
  readonly name: string; // of the take, where the file has none yet
  readonly timing: Timing;
  readonly changes: readonly ChannelChange[];
}

/** What an edit does to the objects of the file. */
interface Plan {
  readonly gone: ReadonlySet<string>; // ids
  readonly cut: ReadonlySet<string>; // links, as "child parent"
  readonly replaced: ReadonlyMap<string, FbxRecord>; // by id
  readonly made: Scene;
}

export async function editFbx(scene: FbxScene, take: FbxTake | undefined, edit: Edit): Promise<Uint8Array> {
  const { fbx } = scene.objects;
  const { grid } = edit.timing;
  const times = keyTimes(grid.start, grid.frameTime, grid.frameCount);
  const made: Scene = { objects: [], links: [], counts: new Map(), next: freeId(scene) };
  const base = take && linkedBelow(scene.objects, take.id, 'AnimationLayer')[0];
  const layer = base ? numberOf(base.object, fbx.file) : addLayer(made, edit.name || 'motion', times, grid.frameTime);
  for (const { model, channel, axes } of edit.changes)
    addCurves(made, layer, numberOf(model, fbx.file), channel, axes, times);
  const { gone, cut } = take ? replacedCurves(scene, take, edit.changes) : NOTHING;
  const replaced = take && !edit.timing.isSame ? await retimed(scene, take, edit, gone) : new Map<string, FbxRecord>();
  const plan = { gone, cut, replaced, made };
  const nodes = fbx.nodes.map((node): FbxRecord => {
    if (node.name === 'Objects') return objectsWith(node, plan);
    if (node.name === 'Connections') return linksWith(node, plan);
    if (node.name === 'Definitions') return countsWith(node, scene, plan);
    if (node.name === 'Takes' && take && !edit.timing.isSame) return spansWith(node, take.name, times);
    return kept(node);
  });
  return encodeFbx(nodes, { version: fbx.version, ...(fbx.footer && { footer: fbx.footer }) });
}

const kept = ({ name, stored, children }: FbxNode): FbxRecord => ({
  name,
  values: stored ? [stored.bytes] : [],
  count: stored?.count ?? 0,
  children: stored?.nested ? children.map(kept) : undefined,
});

/** A record with other children. */
const withChildren = (node: FbxNode, children: readonly FbxRecord[]): FbxRecord => ({ ...kept(node), children });

const idOf = ({ values }: FbxNode, at = 0): string => String(values[at]);

/** The first number that no object has. */
function freeId({ objects }: FbxScene): bigint {
  let last = 0n;
  for (const id of objects.byId.keys()) if (/^\d+$/.test(id) && BigInt(id) > last) last = BigInt(id);
  return last + 1n;
}

function numberOf({ id, name }: FbxObject, file: string): bigint {
  if (/^-?\d+$/.test(id)) return BigInt(id);
  throw new FormatError(file, undefined, `object "${name}" has the number ${id}, expected a whole one`);
}

const LAST_TICK = 2 ** 63; // times are whole numbers of 64 bits

const NOTHING: Pick<Plan, 'gone' | 'cut'> = { gone: new Set(), cut: new Set() };

/** Curve nodes of the changed channels and their curves; what other layers have as well is only unlinked from this one. */
function replacedCurves(
  { objects }: FbxScene,
  take: FbxTake,
  changes: readonly ChannelChange[],
): Pick<Plan, 'gone' | 'cut'> {
  const [base] = linkedBelow(objects, take.id, 'AnimationLayer');
  if (!base) return NOTHING;
  const owners = ownersOf(objects);
  const changed = new Set(changes.map(({ model, channel }) => `${model.id} ${channel}`));
  const isChanged = ({ id }: FbxObject): boolean => {
    const owner = owners.get(id);
    return owner !== undefined && changed.has(`${owner.model.id} ${owner.channel}`);
  };
  const nodes = linkedBelow(objects, base.object.id, 'AnimationCurveNode').filter(({ object }) => isChanged(object));
  const users = new Map<string, number>();
  for (const [parent, links] of objects.below)
    if (objects.byId.get(parent)?.kind !== 'Model')
      for (const { object } of links) users.set(object.id, (users.get(object.id) ?? 0) + 1);
  const isOwn = ({ object }: FbxLink): boolean => users.get(object.id) === 1;
  const mine = nodes.filter(isOwn);
  const curves = mine.flatMap(({ object }) => linkedBelow(objects, object.id, 'AnimationCurve').filter(isOwn));
  return {
    gone: new Set([...mine, ...curves].map(({ object }) => object.id)),
    cut: new Set(nodes.map(({ object }) => `${object.id} ${base.object.id}`)),
  };
}

/** The stack with its new span, and what else it moves (faces, cameras) at the new pace. */
async function retimed(scene: FbxScene, take: FbxTake, { timing }: Edit, gone: ReadonlySet<string>) {
  const { objects } = scene;
  const { grid, pace } = timing;
  const times = keyTimes(grid.start, grid.frameTime, grid.frameCount);
  const stack = objects.byId.get(take.id) as FbxObject;
  const replaced = new Map([[take.id, withProperties(stack.node, stackProperties(times, grid.frameTime))]]);
  if (pace === 1) return replaced;
  for (const layer of linkedBelow(objects, take.id, 'AnimationLayer'))
    for (const node of linkedBelow(objects, layer.object.id, 'AnimationCurveNode'))
      for (const { object: curve } of linkedBelow(objects, node.object.id, 'AnimationCurve'))
        if (!gone.has(curve.id)) replaced.set(curve.id, await slowed(scene, curve, timing));
  return replaced;
}

/** A curve whose keys lie `pace` times as far apart; its slopes are per second. */
async function slowed({ objects: { fbx }, budget }: FbxScene, { node, name }: FbxObject, { grid, pace }: Timing) {
  const [begin] = keyTimes(grid.start, 0, 1);
  const start = Number(begin);
  const children: FbxRecord[] = [];
  for (const child of node.children) {
    const numbers = await numbersOf(child, fbx, `curve "${name}"`, budget);
    if (numbers && child.name === 'KeyTime') {
      const ticks = BigInt64Array.from(numbers, (at, key) => {
        const moved = Math.round(start + pace * (at - start));
        if (Math.abs(moved) < LAST_TICK) return BigInt(moved);
        throw new FormatError(fbx.file, undefined, `curve "${name}", key ${key}: expected a time, found ${at} ticks`);
      });
      children.push(record('KeyTime', [longs(ticks)]));
    } else if (numbers && child.name === 'KeyAttrDataFloat') {
      children.push(record('KeyAttrDataFloat', [floats(numbers.map((x, i) => (i % 4 < 2 ? x / pace : x)))]));
    } else children.push(kept(child));
  }
  return withChildren(node, children);
}

/** A record in whose properties those of the same names are replaced. */
function withProperties(node: FbxNode, own: readonly FbxRecord[]): FbxRecord {
  const names = new Set(own.map(({ values: [name] }) => new TextDecoder().decode(name.subarray(5))));
  const before = childNamed(node, 'Properties70');
  const rest = (before?.children ?? []).filter(({ values }) => !names.has(String(values[0])));
  const properties = record('Properties70', [], [...rest.map(kept), ...own]);
  return withChildren(node, [...node.children.filter((child) => child !== before).map(kept), properties]);
}

function objectsWith(node: FbxNode, { gone, replaced, made }: Plan): FbxRecord {
  const left = node.children.filter((child) => !gone.has(idOf(child)));
  return withChildren(node, [...left.map((child) => replaced.get(idOf(child)) ?? kept(child)), ...made.objects]);
}

function linksWith(node: FbxNode, { gone, cut, made }: Plan): FbxRecord {
  const isLeft = (child: string, parent: string): boolean =>
    !gone.has(child) && !gone.has(parent) && !cut.has(`${child} ${parent}`);
  const left = node.children.filter((link) => isLeft(idOf(link, 1), idOf(link, 2)));
  return withChildren(node, [...left.map(kept), ...made.links]);
}

/** How many objects there are of each kind, which some readers believe. */
function countsWith(node: FbxNode, { objects }: FbxScene, { gone, made }: Plan): FbxRecord {
  const more = new Map(made.counts);
  for (const id of gone) {
    const kind = objects.byId.get(id)?.kind ?? '';
    more.set(kind, (more.get(kind) ?? 0) - 1);
  }
  const counted = (parent: FbxNode, extra: number): FbxRecord =>
    withChildren(
      parent,
      parent.children.map((child) =>
        child.name === 'Count' ? record('Count', [int((numberIn(child.values[0]) ?? 0) + extra)]) : kept(child),
      ),
    );
  const known = new Set<string>();
  const types = node.children.map((child) => {
    const kind = String(child.values[0]);
    if (child.name !== 'ObjectType' || !more.has(kind)) return child.name === 'Count' ? undefined : kept(child);
    known.add(kind);
    return counted(child, more.get(kind) as number);
  });
  const all = [...more.values()].reduce((sum, count) => sum + count, 0);
  const total = childNamed(node, 'Count');
  const fresh = [...more].filter(([kind]) => !known.has(kind));
  return withChildren(node, [
    ...types.map((one) => one ?? record('Count', [int((numberIn(total?.values[0]) ?? 0) + all)])),
    ...fresh.map(([kind, count]) => record('ObjectType', [text(kind)], [record('Count', [int(count)])])),
  ]);
}

/** The list of takes beside the stacks, with the new span of one. */
function spansWith(node: FbxNode, name: string, times: BigInt64Array): FbxRecord {
  const span = [long(times[0]), long(times[times.length - 1])];
  const isSpan = ({ name: child }: FbxNode): boolean => child === 'LocalTime' || child === 'ReferenceTime';
  return withChildren(
    node,
    node.children.map((take) =>
      take.name === 'Take' && take.values[0] === name
        ? withChildren(
            take,
            take.children.map((child) => (isSpan(child) ? record(child.name, span) : kept(child))),
          )
        : kept(take),
    ),
  );
}
