/** The bodies that are measured. */
import type { Body } from '../src/body/body.ts';
import { createBody } from '../src/body/create-body.ts';
import { makePerson } from '../test/body/person.ts';

/** 22 joints, 69 degrees of freedom, de Leva's segments. Every segment carries mass, toes and collar bones too: what a rig
 *  leaves without mass costs less. */
export function person69(): Body {
  const { skeleton, roles } = makePerson();
  const body = createBody(skeleton, roles);
  const mass = body.mass.map((m) => m || 0.1);
  const inertiaInSegment = body.inertiaInSegment.map((x, i) => (body.mass[Math.floor(i / 6)] || i % 6 > 2 ? x : 1e-4));
  return { ...body, mass, inertiaInSegment, totalMass: mass.reduce((sum, m) => sum + m, 0) };
}
