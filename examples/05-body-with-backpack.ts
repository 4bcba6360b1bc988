/** A body is a skeleton with masses; a weight that is carried becomes part of it. */
import { frameAt } from 'poise';
import { bodyOf, createWorkspace, forwardKinematics } from 'poise/dynamics';
import { madeUpMotion } from './support/made-up-person.ts';

const clip = madeUpMotion();
const plain = bodyOf(clip, { mass: 70, table: 'winter' });
const loaded = bodyOf(clip, {
  mass: 70,
  table: 'winter',
  attachments: [{ to: 'chest', mass: 12, offset: [0, 0.05, -0.2] }],
});

for (const body of [plain, loaded]) {
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, frameAt(clip, 0));
  console.log(
    `${body.totalMass.toFixed(1)} kg, centre of mass ${(100 * ws.com[2]!).toFixed(1)} cm ahead of the ankles`,
  );
}
