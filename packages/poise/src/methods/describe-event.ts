/** Events in words that hold for every method; a method that knows more of an event says more. */
import type { MethodEvent } from './method.ts';

type Kind = MethodEvent['kind'];
type Sentences = { readonly [K in Kind]: (event: Extract<MethodEvent, { kind: K }>) => string };

const SENTENCES: Sentences = {
  impact: ({ push }) => `A push of ${Math.hypot(...push.impulse).toFixed(1)} N·s hits the character.`,
  strategy: ({ name, reason }) => `The character answers by ${name}: ${reason}.`,
  step: ({ foot, position: [x, , z] }) => `The ${foot} foot lands at x = ${x.toFixed(2)} m, z = ${z.toFixed(2)} m.`,
  recovered: () => 'The character has recovered.',
  fall: ({ reason }) => `The character falls: ${reason}.`,
  down: () => 'The character lies on the ground.',
  up: () => 'The character has got up.',
};

/** One sentence. */
export function describeEvent<K extends Kind>(event: Extract<MethodEvent, { kind: K }>): string {
  const sentence = SENTENCES[event.kind as K] as (event: Extract<MethodEvent, { kind: K }>) => string;
  return sentence(event);
}
