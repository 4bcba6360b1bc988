/**
 * A scene as MuJoCo XML. The person comes first (bodies 1 … links, freedoms 0 …), then the props that move. Contact bits: a
 * pair touches when a bit of one's contype is in the other's conaffinity.
 */
import { mjcfNames } from '../body/mjcf.ts';
import { rotateBack3 } from '../math/quat.ts';
import type { Vec3 } from '../math/types.ts';
import { type Bumper, bumpersOf } from './bumpers.ts';
import type { Links } from './links.ts';
import type { Prop, SceneDescription } from './types.ts';

/** Radius of the balls whose lowest points are the corners of the soles [m]. */
export const SOLE_BALL = 0.01;
/** Added to the inertia of every joint but the root's [kg·m²]: keeps light segments calm. */
const ARMATURE = 0.01;
const DAMPING = 0.5; // [N·m·s/rad]

const FLOOR = 1; // what feet, limbs and props stand on
const HAND = 2; // hands, seen by props that hands can touch
const LIMB = 4; // all other segments
const PROP = 8; // props among each other
const FOOT = 16; // soles, seen by the floor and by props that are a floor

const numbers = (values: Iterable<number>): string => [...values].map((x) => (x === 0 ? '0' : `${x}`)).join(' ');
const wxyz = (q: ArrayLike<number>, o = 0): string => numbers([q[o + 3], q[o], q[o + 1], q[o + 2]]);

const attributes = (map: Readonly<Record<string, string | number>>): string =>
  Object.entries(map)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join('');

/** A world axis in the frame of a body that is turned by q: the engine takes joint axes in the body's own frame. */
function axisIn(q: ArrayLike<number>, o: number, axis: Vec3): string {
  const turn = Float64Array.of(q[o], q[o + 1], q[o + 2], q[o + 3]);
  const out = new Float64Array(3);
  rotateBack3(out, 0, turn, 0, Float64Array.from(axis), 0);
  return numbers(out);
}

/** Joints of something that moves as a whole and starts turned by q. */
function freeJoints(name: string, planar: boolean, q: ArrayLike<number>, o: number): string {
  if (!planar) return `<freejoint name="${name}"/>`;
  return [
    `<joint name="${name}.y" type="slide" axis="${axisIn(q, o, [0, 1, 0])}"/>`,
    `<joint name="${name}.z" type="slide" axis="${axisIn(q, o, [0, 0, 1])}"/>`,
    `<joint name="${name}.x" type="hinge" axis="${axisIn(q, o, [1, 0, 0])}"/>`,
  ].join('');
}

function linkJoint(links: Links, link: number, name: string): string {
  if (link === 0) return freeJoints(name, links.planar, links.restRotation, 0);
  const kind = links.planar
    ? ` type="hinge" axis="${numbers(links.axis.subarray(3 * link, 3 * link + 3))}"`
    : ' type="ball"';
  return `<joint name="${name}"${kind} armature="${ARMATURE}" damping="${DAMPING}"/>`;
}

function bumperGeom({ centre, radius, kind }: Bumper): string {
  return `<geom${attributes({
    type: 'sphere',
    size: radius,
    pos: numbers(centre),
    contype: kind === 'hand' ? HAND : LIMB,
    conaffinity: FLOOR,
  })}/>`;
}

function soleGeoms(links: Links, link: number): string[] {
  return links.soles.flatMap((sole) => {
    const up = link === sole.link ? sole.up : sole.toeUp;
    const own = [...sole.links.keys()].filter((i) => sole.links[i] === link);
    return own.map((i) => {
      const centre = [0, 1, 2].map((k) => sole.points[3 * i + k] + SOLE_BALL * up[k]);
      return `<geom${attributes({ type: 'sphere', size: SOLE_BALL, pos: numbers(centre), contype: FOOT, conaffinity: FLOOR })}/>`;
    });
  });
}

function personXml(links: Links, bumpers: readonly Bumper[]): string {
  const names = mjcfNames(Array.from(links.joint, (j) => links.body.skeleton.names[j]));
  const write = (link: number): string => {
    const { mass, com, inertia } = links.inertia[link];
    const children = [...links.parent.keys()].filter((child) => links.parent[child] === link);
    return [
      `<body name="${names[link]}" pos="${numbers(links.restPosition.subarray(3 * link, 3 * link + 3))}" quat="${wxyz(links.restRotation, 4 * link)}">`,
      linkJoint(links, link, names[link]),
      `<inertial pos="${numbers(com)}" mass="${mass}" fullinertia="${numbers(inertia)}"/>`,
      ...bumpers.filter((bumper) => bumper.link === link).map(bumperGeom),
      ...soleGeoms(links, link),
      ...children.map(write),
      '</body>',
    ].join('\n');
  };
  return write(0);
}

function sizeOf({ shape }: Prop): string {
  return shape.kind === 'ball' ? `${shape.radius}` : numbers(shape.size.map((x) => x / 2));
}

const TOUCHES: Readonly<Record<NonNullable<Prop['touches']>, number>> = {
  hands: HAND,
  person: HAND | LIMB | FOOT,
  feet: FOOT,
  nothing: 0,
};

function propGeom(prop: Prop, at: Vec3, fixed: boolean): string {
  const touches = TOUCHES[prop.touches ?? 'hands'];
  const map: Record<string, string | number> = {
    type: prop.shape.kind === 'ball' ? 'sphere' : 'box',
    size: sizeOf(prop),
    pos: numbers(at),
    friction: `${prop.friction ?? 0.8} 0.005 0.0001`,
    contype: PROP,
    conaffinity: (fixed ? PROP : FLOOR | PROP) | touches,
  };
  if (fixed) return `<geom${attributes({ ...map, quat: wxyz(prop.rotation ?? [0, 0, 0, 1]) })}/>`;
  return `<geom${attributes({ ...map, mass: prop.mass })}/>`;
}

/** Something that moves on its own; driven props move along their path, so heavily that nothing stops them. */
function propXml(prop: Prop, planar: boolean, name: string): string {
  const position = planar ? ([0, prop.position[1], prop.position[2]] as const) : prop.position;
  const turn = prop.rotation ?? [0, 0, 0, 1];
  const pose = `pos="${numbers(position)}" quat="${wxyz(turn)}"`;
  if (prop.motion === 'driven') {
    const axes: readonly Vec3[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const slides = axes
      .map((axis, k) => `<joint name="${name}.${k}" type="slide" axis="${axisIn(turn, 0, axis)}"/>`)
      .join('');
    return `<body name="${name}" ${pose} gravcomp="1">${slides}${propGeom({ ...prop, mass: DRIVEN_MASS }, [0, 0, 0], false)}</body>`;
  }
  return `<body name="${name}" ${pose}>${freeJoints(name, planar, turn, 0)}${propGeom(prop, [0, 0, 0], false)}</body>`;
}

/** Weight of driven props [kg]: what pushes them must not be felt. */
export const DRIVEN_MASS = 1e5;

export function sceneXml(scene: SceneDescription, links: Links): string {
  const props = scene.props ?? [];
  const friction = scene.friction ?? 0.9;
  const names = mjcfNames(props.map(({ name }) => `prop.${name}`));
  const planar = links.planar;
  return [
    '<mujoco model="poise">',
    '<compiler angle="radian" inertiafromgeom="auto" balanceinertia="true"/>',
    '<option gravity="0 -9.81 0" cone="elliptic" impratio="3" integrator="implicitfast" iterations="50" tolerance="1e-9">',
    // a few bodies: sorting them into groups costs more than it saves
    '<flag island="disable" midphase="disable"/></option>',
    // firm but not brittle: contacts settle within 10 ms
    `<default><geom condim="3" solref="0.01 1" solimp="0.95 0.99 0.001" friction="${friction} 0.005 0.0001"/></default>`,
    '<worldbody>',
    // A plane faces its local +Z: turned by −90° about X it faces +Y.
    `<geom name="ground" type="plane" size="0 0 1" quat="0.7071067811865476 -0.7071067811865476 0 0" contype="${FLOOR}" conaffinity="${FOOT | HAND | LIMB | PROP}"/>`,
    personXml(links, bumpersOf(links)),
    ...props.map((prop, i) =>
      prop.motion === 'fixed' ? propGeom(prop, prop.position, true) : propXml(prop, planar, names[i]),
    ),
    '</worldbody>',
    '</mujoco>',
  ].join('\n');
}
