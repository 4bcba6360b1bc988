/** Names of fields that saves are made of: written as one byte. Others are written out. A change of the order needs another VERSION in binary.ts. */
// biome-ignore format: a list
export const SAVE_KEYS: readonly string[] = [
  'active', 'adaptation', 'airborne', 'alpha', 'amplitude', 'arms', 'at', 'awayFor', 'body', 'calm', 'carries', 'count', 'driver',
  'duration', 'entry', 'epsilon', 'falling', 'faster', 'feet', 'fell', 'first', 'floor', 'footLift', 'from', 'fromRate', 'gait', 'gaze',
  'groundVelocity', 'height', 'held', 'higherFor', 'hips', 'id', 'impulse', 'isOver', 'known', 'lambda', 'last', 'mask', 'method',
  'mirrored', 'near', 'offset', 'pace', 'pending', 'placement', 'plan', 'planted', 'point', 'pointInSegment', 'psi', 'pulls', 'q', 'rate',
  'recent', 'responder', 'segment', 'shares', 'situation', 'sourceTime', 'speed', 'stance', 'stands', 'state', 'status', 'steps',
  'stillFor', 'stood', 'stream', 'tactics', 'tail', 'time', 'towards', 'transition', 'travel', 'up', 'v', 'warned', 'watched', 'weight',
  'x', 'y', 'yaw', 'z', 'soles', 'where', 'flags', 'run', 'busy', 'tickTime', 'past', 'poses', 'times', 'stamps', 'isFitted', 'foot',
  'land', 'double', 'flight', 'together', 'left', 'places', 'motion', 'firm', 'force', 'glides', 'impact', 'T1', 'T2', 'landed', 'stays',
  'delta', 'age', 'begin', 'wishFrom', 'rising', 'fallenFor', 'character', 'recovered', 'struck', 'brace', 'waits', 'setsOff', 'fastest',
  'looking', 'sinceLook', 'knows', 'turns', 'rows', 'late', 'fit', 'cycles', 'float64', 'pull', 'frameTime', 'place', 'rise', 'move',
  'lift', 'track', 'behind', 'hitAgo', 'calmFor', 'walker', 'phase', 'heading', 'owed', 'lostFor', 'faces', 'lean', 'changedAt',
];
