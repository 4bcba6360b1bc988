/**
 * OpenSim joints, each kind written as turns about and shifts along axes.
 */
import { multiplyQuat, quatFromAxisAngle } from '../../math/quat.ts';
import type { Quat, Vec3 } from '../../math/types.ts';
import { FunctionError, functionIn, numbers, vec3Of } from './osim-functions.ts';
import type { OsimAxis, OsimCoordinate, OsimFrame, OsimJoint } from './osim-model.ts';
import { childNamed, childText, nameOf, objectsOf, type XmlElement } from './osim-xml.ts';

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

/** Turns and shifts of the plain joints, one per coordinate in order. */
const PLAIN: Readonly<Record<string, { readonly turns: readonly Vec3[]; readonly shifts: readonly Vec3[] }>> = {
  WeldJoint: { turns: [], shifts: [] },
  PinJoint: { turns: [Z], shifts: [] },
  SliderJoint: { turns: [], shifts: [X] },
  PlanarJoint: { turns: [Z], shifts: [X, Y] },
  UniversalJoint: { turns: [X, Y], shifts: [] },
  GimbalJoint: { turns: [X, Y, Z], shifts: [] },
  BallJoint: { turns: [X, Y, Z], shifts: [] },
  FreeJoint: { turns: [X, Y, Z], shifts: [X, Y, Z] },
};

/** `body` is the child in older files, where the joint stands inside it. */
export function readJoint(element: XmlElement, body: string | undefined): OsimJoint {
  const type = element.name;
  const name = nameOf(element);
  if (/true/i.test(childText(element, 'reverse'))) throw new FunctionError('reversed joints are not read');
  const { parent, child } = body === undefined ? framesOf(element) : oldFramesOf(element, body);
  const names = coordinateElements(element).map(nameOf);
  const plain = PLAIN[type];
  let rotations: readonly OsimAxis[];
  let translations: readonly OsimAxis[];
  if (plain) {
    const needed = plain.turns.length + plain.shifts.length;
    if (names.length < needed) throw new FunctionError(`expected ${needed} coordinates, found ${names.length}`);
    rotations = plain.turns.map((axis, i) => ({ axis, coordinate: names[i], f: identity }));
    translations = plain.shifts.map((axis, i) => ({ axis, coordinate: names[plain.turns.length + i], f: identity }));
  } else if (type === 'CustomJoint') {
    const axes = transformAxes(element);
    rotations = axes.slice(0, 3);
    translations = axes.slice(3, 6);
  } else throw new FunctionError('this kind of joint is not known');
  const coordinates = coordinateElements(element).map(
    (coordinate): OsimCoordinate => ({
      name: nameOf(coordinate),
      joint: name,
      defaultValue: numbers(childText(coordinate, 'default_value'))[0] ?? 0,
      rotational: rotations.some((axis) => axis.coordinate === nameOf(coordinate)),
    }),
  );
  return { name, type, parent, child, rotations, translations, coordinates };
}

const identity = (x: number): number => x;

function coordinateElements(element: XmlElement): readonly XmlElement[] {
  const current = childNamed(element, 'coordinates')?.children ?? [];
  const older = objectsOf(childNamed(element, 'CoordinateSet'));
  return [...current, ...older].filter((child) => child.name === 'Coordinate');
}

/** Version 4: sockets name offset frames that stand in <frames>, or a body directly. */
function framesOf(element: XmlElement): { parent: OsimFrame; child: OsimFrame } {
  const offsets = new Map<string, OsimFrame>();
  for (const frame of childNamed(element, 'frames')?.children ?? []) {
    if (frame.name !== 'PhysicalOffsetFrame') continue;
    const parent = childText(frame, 'socket_parent') || childText(frame, 'socket_parent_connectee_name');
    offsets.set(nameOf(frame), {
      body: lastPart(parent),
      position: vec3Of(childText(frame, 'translation')),
      rotation: bodyFixedXyz(vec3Of(childText(frame, 'orientation'))),
    });
  }
  const socket = (which: string): OsimFrame => {
    const path =
      childText(element, `socket_${which}_frame`) || childText(element, `socket_${which}_frame_connectee_name`);
    if (path === '') throw new FunctionError(`expected <socket_${which}_frame>, found none`);
    const name = lastPart(path);
    return offsets.get(name) ?? { body: name, position: [0, 0, 0], rotation: [0, 0, 0, 1] };
  };
  return { parent: socket('parent'), child: socket('child') };
}

function oldFramesOf(element: XmlElement, body: string): { parent: OsimFrame; child: OsimFrame } {
  const parent = childText(element, 'parent_body');
  if (parent === '') throw new FunctionError('expected <parent_body>, found none');
  const frame = (of: string, position: string, orientation: string): OsimFrame => ({
    body: of,
    position: vec3Of(childText(element, position)),
    rotation: bodyFixedXyz(vec3Of(childText(element, orientation))),
  });
  return {
    parent: frame(parent, 'location_in_parent', 'orientation_in_parent'),
    child: frame(body, 'location', 'orientation'),
  };
}

const lastPart = (path: string): string => path.trim().replace(/^.*\//, '');

function transformAxes(element: XmlElement): OsimAxis[] {
  const transform = childNamed(element, 'SpatialTransform');
  const axes = (transform?.children ?? []).filter((child) => child.name === 'TransformAxis');
  if (axes.length !== 6) throw new FunctionError(`expected 6 TransformAxis, found ${axes.length}`);
  return axes.map((axis) => {
    const names = childText(axis, 'coordinates').split(/\s+/).filter(Boolean);
    if (names.length > 1)
      throw new FunctionError(`axis "${nameOf(axis)}": functions of several coordinates are not read`);
    const direction = vec3Of(childText(axis, 'axis'));
    const size = Math.hypot(...direction);
    if (!(size > 0)) throw new FunctionError(`axis "${nameOf(axis)}" has no direction`);
    const f = functionIn(axis) ?? (names.length === 1 ? identity : () => 0);
    return { axis: [direction[0] / size, direction[1] / size, direction[2] / size], coordinate: names[0], f };
  });
}

/** OpenSim orientations: turns about the frame's own X, then Y, then Z. */
function bodyFixedXyz(angles: Vec3): Quat {
  const q = new Float64Array(12);
  quatFromAxisAngle(q, 0, 1, 0, 0, angles[0]);
  quatFromAxisAngle(q, 4, 0, 1, 0, angles[1]);
  quatFromAxisAngle(q, 8, 0, 0, 1, angles[2]);
  multiplyQuat(q, 0, q, 0, q, 4);
  multiplyQuat(q, 0, q, 0, q, 8);
  return [q[0], q[1], q[2], q[3]];
}
