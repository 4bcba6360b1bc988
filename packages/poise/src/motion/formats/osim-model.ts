/**
 * An OpenSim model as far as motion needs it: bodies with masses, joints as spatial transforms of named coordinates, markers.
 * Reads version 4 files (JointSet, offset frames) and the older layout (joint inside the body).
 */
import { FormatError } from '../../errors.ts';
import type { Quat, Vec3 } from '../../math/types.ts';
import { BOUNDS } from '../bounds.ts';
import { FunctionError, functionIn, numbers, type ScalarFunction, vec3Of } from './osim-functions.ts';
import { readJoint } from './osim-joints.ts';
import { childNamed, childText, lineOf, nameOf, objectsOf, parseXml, type XmlElement } from './osim-xml.ts';

/** Far above any model of a person; keeps rows × bodies within memory. */
const MAX_BODIES = BOUNDS.bodies;

export interface OsimBody {
  readonly name: string;
  readonly mass: number; // [kg]
  readonly massCentre: Vec3; // [m] in the body frame
  readonly inertia: readonly number[]; // [kg·m²] about the mass centre: xx yy zz xy xz yz
}

export interface OsimCoordinate {
  readonly name: string;
  readonly joint: string;
  readonly defaultValue: number; // rad or m
  readonly rotational: boolean;
}

/** One term of a joint: turn about or shift along an axis by f(coordinate). */
export interface OsimAxis {
  readonly axis: Vec3;
  readonly coordinate: string | undefined; // undefined: f is constant
  readonly f: ScalarFunction;
}

export interface OsimFrame {
  readonly body: string; // 'ground' or a body
  readonly position: Vec3; // [m] in that body
  readonly rotation: Quat;
}

/** bodyOfParent ← parent frame · (shift, then turns in order) · child frame⁻¹ ← child body */
export interface OsimJoint {
  readonly name: string;
  readonly type: string;
  readonly parent: OsimFrame;
  readonly child: OsimFrame;
  readonly rotations: readonly OsimAxis[];
  readonly translations: readonly OsimAxis[];
  readonly coordinates: readonly OsimCoordinate[];
}

export interface OsimMarker {
  readonly name: string;
  readonly body: string;
  readonly location: Vec3; // [m] in that body
}

/** A coordinate that follows another: dependent = f(independent). */
export interface OsimCoupler {
  readonly dependent: string;
  readonly independent: string;
  readonly f: ScalarFunction;
}

export interface OsimModel {
  readonly file: string;
  readonly name: string;
  readonly bodies: readonly OsimBody[];
  readonly joints: readonly OsimJoint[]; // in tree order: a joint's parent body comes before its child body
  readonly couplers: readonly OsimCoupler[];
  readonly markers: readonly OsimMarker[];
}

/** What readers of the parts need to name a place. */
export interface OsimSource {
  readonly text: string;
  readonly file: string;
}

const osimError = (source: OsimSource, element: XmlElement, message: string): FormatError =>
  new FormatError(source.file, lineOf(source.text, element.at), message);

/** Runs a reader of a part and gives its complaints a place. */
export function placed<T>(source: OsimSource, element: XmlElement, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FunctionError)
      throw osimError(source, element, `<${element.name} name="${nameOf(element)}">: ${error.message}`);
    throw error;
  }
}

/** Reads a model.
 *
 * ```ts
 * const model = readOsim(bytes, 'subject.osim');
 * const mass = model.bodies.reduce((sum, body) => sum + body.mass, 0);
 * ```
 */
export function readOsim(data: Uint8Array, file: string): OsimModel {
  const text = new TextDecoder().decode(data);
  const source: OsimSource = { text, file };
  const root = parseXml(text, file);
  const model = root.name === 'Model' ? root : childNamed(root, 'Model');
  if (!model) throw new FormatError(file, 1, `expected <OpenSimDocument> with a <Model>, found <${root.name}>`);
  const bodyElements = objectsOf(childNamed(model, 'BodySet')).filter(
    (element) => element.name === 'Body' && nameOf(element) !== 'ground',
  );
  if (bodyElements.length === 0) throw osimError(source, model, 'the model has no bodies');
  if (bodyElements.length > MAX_BODIES) {
    throw osimError(source, model, `expected at most ${MAX_BODIES} bodies, found ${bodyElements.length}`);
  }
  const bodies = bodyElements.map((element) => placed(source, element, () => readBody(element)));
  const joints = jointsOf(source, model, bodyElements);
  return {
    file,
    name: nameOf(model),
    bodies,
    joints: inTreeOrder(source, model, bodies, joints),
    couplers: couplersOf(source, model),
    markers: markersOf(source, model),
  };
}

function readBody(element: XmlElement): OsimBody {
  const six = numbers(childText(element, 'inertia'));
  const single = ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'].map(
    (pair) => numbers(childText(element, `inertia_${pair}`))[0] ?? 0,
  );
  return {
    name: nameOf(element),
    mass: numbers(childText(element, 'mass'))[0] ?? 0,
    massCentre: vec3Of(childText(element, 'mass_center')),
    inertia: six.length === 6 ? six : single,
  };
}

/** Joints stand in the model's JointSet, or each inside its body in older files. */
function jointsOf(source: OsimSource, model: XmlElement, bodies: readonly XmlElement[]): OsimJoint[] {
  const set = objectsOf(childNamed(model, 'JointSet')).filter((element) => /Joint$/.test(element.name));
  const inBodies = bodies.flatMap((body) =>
    (childNamed(body, 'Joint')?.children ?? [])
      .filter((element) => /Joint$/.test(element.name))
      .map((element) => ({ element, body: nameOf(body) })),
  );
  return [
    ...set.map((element) => placed(source, element, () => readJoint(element, undefined))),
    ...inBodies.map(({ element, body }) => placed(source, element, () => readJoint(element, body))),
  ];
}

/** Orders joints so that parents come first, starting at the ground. Bodies that nothing ties to the ground are an error. */
function inTreeOrder(
  source: OsimSource,
  model: XmlElement,
  bodies: readonly OsimBody[],
  joints: readonly OsimJoint[],
): OsimJoint[] {
  const known = new Set(bodies.map((body) => body.name));
  for (const joint of joints) {
    for (const body of [joint.parent.body, joint.child.body]) {
      if (body !== 'ground' && !known.has(body))
        throw osimError(source, model, `joint "${joint.name}" ties body "${body}", which does not exist`);
    }
  }
  const placedBodies = new Set(['ground']);
  const ordered: OsimJoint[] = [];
  let left = [...joints];
  while (left.length > 0) {
    const next = left.filter((joint) => placedBodies.has(joint.parent.body) && !placedBodies.has(joint.child.body));
    if (next.length === 0) break;
    for (const joint of next) {
      if (placedBodies.has(joint.child.body)) continue;
      placedBodies.add(joint.child.body);
      ordered.push(joint);
    }
    left = left.filter((joint) => !ordered.includes(joint));
  }
  const loose = bodies.find((body) => !placedBodies.has(body.name));
  if (loose) throw osimError(source, model, `no joint ties body "${loose.name}" to the ground`);
  return ordered;
}

function couplersOf(source: OsimSource, model: XmlElement): OsimCoupler[] {
  const couplers: OsimCoupler[] = [];
  for (const element of objectsOf(childNamed(model, 'ConstraintSet'))) {
    if (element.name !== 'CoordinateCouplerConstraint') continue;
    if (/false/i.test(childText(element, 'isEnforced')) || /true/i.test(childText(element, 'isDisabled'))) continue;
    const independent = childText(element, 'independent_coordinate_names').split(/\s+/).filter(Boolean);
    const dependent = childText(element, 'dependent_coordinate_name');
    const inner = placed(source, element, () => functionIn(childNamed(element, 'coupled_coordinates_function')));
    if (independent.length !== 1 || !inner || dependent === '') continue;
    const scale = Number(childText(element, 'scale_factor') || '1');
    couplers.push({ dependent, independent: independent[0], f: (x) => scale * inner(x) });
  }
  return couplers;
}

function markersOf(source: OsimSource, model: XmlElement): OsimMarker[] {
  const set = childNamed(model, 'MarkerSet');
  return objectsOf(set)
    .filter((element) => element.name === 'Marker')
    .map((element) => ({
      name: nameOf(element),
      body: (
        childText(element, 'socket_parent_frame') ||
        childText(element, 'socket_parent_frame_connectee_name') ||
        childText(element, 'body')
      ).replace(/^.*\//, ''),
      location: placed(source, element, () => vec3Of(childText(element, 'location'))),
    }));
}
