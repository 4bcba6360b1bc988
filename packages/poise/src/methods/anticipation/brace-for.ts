/** A character of a method that knows of a push: it has leant against it when the push comes. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { headingYaw } from '../../gait/heading.ts';
import { type Push, writePushPoint } from '../../gait/push.ts';
import type { ReactingCharacter } from '../reacting-character.ts';
import { Brace } from './brace.ts';
import { BRACE_LEAD } from './families/brace-table.ts';

/** Call before the push, while nothing has happened to the character yet. It braces as with a second's notice. */
export function braceFor(character: ReactingCharacter, push: Push): void {
  const { body, time } = character;
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, character.q);
  const point = new Float64Array(3);
  writePushPoint(point, push, ws);
  const brace = new Brace(body);
  brace.expect(push.impulse, point[1], headingYaw(body, ws), BRACE_LEAD, time - BRACE_LEAD);
  const q = character.q.slice();
  const v = brace.lean(q, character.v, time);
  character.startFrom(q, v);
}
