/**
 * Somebody who walks, runs or dances on a stream of which no round is known yet: the reaction body follows the stream itself, feet land when
 * the stream's do, and the step plan moves them to where they catch the body. Steps ahead are guessed from the last one.
 */
import type { Body } from '../../body/body.ts';
import type { ReactionParameters } from '../../control/parameters.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import type { Placement } from '../../gait/placement.ts';
import { isRecord, noSave } from '../../methods/check-saved.ts';
import { NO_TACTICS } from '../../methods/no-tactics.ts';
import { ReactingCharacter } from '../../methods/reacting-character.ts';
import type { StreamPrimary } from '../../methods/reactive-blend/primary.ts';
import type { Driver, Surroundings } from '../driver.ts';
import { StreamClock } from '../stream-clock.ts';
import { moveOfFoot } from './lower-foot.ts';
import { Rising } from './rising.ts';
import { StreamFeet } from './stream-feet.ts';

const LONGEST_RETURN = 3; // [s] since it recovered, to its line

export function createTravellingDriver(
  id: Driver['id'],
  body: Body,
  stream: StreamPrimary,
  { parameters, isUneven, below, situation }: Surroundings,
  more: Partial<ReactionParameters>,
): Driver {
  const feet = new StreamFeet(body, stream, situation);
  const character = new ReactingCharacter(feet.source, NO_TACTICS, {
    ground: isUneven ? below : undefined,
    parameters: { ...more, ...parameters },
    gait: feet.gait,
  });
  const clock = new StreamClock(character, stream);
  const { q, v } = clock;
  const ws = createWorkspace(body);
  const placement = (): Placement => moveOfFoot(body, ws, stream.state.q, q);
  const rising = new Rising(body, v.length);
  let isOver = true;
  let calm = 0; // [s] that all has been well

  return {
    id,
    q,
    v,
    isHolding: false,
    isMoving: true,
    get status() {
      return isOver ? 'balanced' : character.status;
    },
    get isOver() {
      return isOver;
    },
    begin(time) {
      feet.begin(time);
      calm = 0;
      rising.reset();
      character.begin(time);
      isOver = false;
      clock.begin(time);
    },
    push(push) {
      isOver = false;
      calm = 0;
      character.push(push);
    },
    pull(force, segment, point) {
      isOver = false;
      calm = 0;
      character.pull(force, segment, point);
    },
    step(dt) {
      const { time } = stream.state;
      if (rising.isRising) {
        isOver = rising.show(clock, stream.state, time);
        return [];
      }
      feet.watch(dt);
      const events = clock.catchUp();
      calm = character.status === 'balanced' ? calm + dt : 0;
      if (character.status === 'falling') rising.fall(clock, stream.state, time, dt, placement);
      const struck = events.some(({ kind }) => kind === 'impact');
      isOver = !struck && character.status === 'balanced' && (!character.isReacting || calm > LONGEST_RETURN);
      return events;
    },
    placement,
    save: () => ({
      isOver,
      calm,
      tickTime: clock.time,
      feet: feet.save(),
      rising: rising.save(),
      character: character.save(),
    }),
    restore(saved) {
      if (!isRecord(saved) || typeof saved.tickTime !== 'number') throw noSave(saved);
      feet.restore(saved.feet);
      calm = Number(saved.calm);
      character.restore(saved.character);
      rising.restore(saved.rising as Parameters<Rising['restore']>[0]);
      isOver = saved.isOver === true;
      clock.begin(saved.tickTime);
      if (rising.isRising) rising.show(clock, stream.state, stream.state.time);
    },
  };
}
