/** Names of fields that saves are made of: written as one byte. Others are written out. Only ever add to the end: saves name them by place. */
// biome-ignore format: a list
export const SAVE_KEYS: readonly string[] = [
  'active', 'adaptation', 'airborne', 'alpha', 'amplitude', 'arms', 'at', 'awayFor', 'body', 'budget', 'calm', 'carries', 'changes',
  'count', 'detail', 'displacement', 'driver', 'duration', 'entry', 'epsilon', 'falling', 'faster', 'feet', 'fell', 'first', 'floor',
  'footLift', 'from', 'fromRate', 'gait', 'gaze', 'groundVelocity', 'height', 'held', 'higherFor', 'hips', 'id', 'impulse', 'isOver',
  'known', 'lambda', 'landedAt', 'last', 'lead', 'liftedAt', 'lowest', 'mask', 'method', 'mirrored', 'near', 'offset', 'origin', 'pace',
  'pending', 'placement', 'plan', 'planted', 'point', 'pointInSegment', 'psi', 'pulls', 'q', 'rate', 'recent', 'responder', 'segment',
  'settled', 'shares', 'shown', 'situation', 'sourceTime', 'speed', 'stance', 'stands', 'state', 'status', 'steps', 'stillFor', 'stood',
  'stoodBefore', 'stream', 'swingTime', 'tactics', 'tail', 'time', 'towards', 'transition', 'travel', 'update', 'updates', 'up', 'v',
  'wantedAt', 'warned', 'watched', 'weight', 'x', 'y', 'yaw', 'z', 'soles',
  'where', 'flags', 'run', 'busy', 'tickTime', 'past', 'poses', 'times', 'stamps', 'isFitted',
  'foot', 'land', 'double', 'flight', 'together', 'left', 'places', 'seen', 'motion', 'firm', 'force', 'glides', 'impact', 'T1', 'T2', 'landed',
  'stays', 'delta', 'age', 'begin', 'wish', 'wishFrom', 'rising', 'fallenFor', 'character', 'recovered', 'struck',
  'brace', 'waits', 'setsOff', 'fastest', 'looking', 'sinceLook', 'knows',
];
