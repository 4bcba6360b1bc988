/**
 * Joint names taken apart: "mixamorig:LeftUpLeg" → left, "upleg"; "thigh_twist_01_l" → left, a helper; "lfemur" → left, "femur".
 */
import type { Side } from '../roles.ts';

export interface NameWords {
  readonly side: Side | undefined;
  readonly words: readonly string[]; // lower case, without side, numbers and words that say nothing
  readonly number: number | undefined; // first number after the words: 2 in "Spine2", 1 in "leg_joint_R_1"
  readonly helper: boolean; // twist bones, end markers, IK targets, dummies: never carry a segment
  readonly preferred: number; // of parallel chains with equal names: deforming bones before others
}

/** Words that every joint of some rig carries. */
const EMPTY_WORDS = new Set(
  'joint jnt jt bone bn skeleton skel mixamorig def org bip biped valvebiped character char rig armature bind j b sk c m cc genesis center centre'.split(
    ' ',
  ),
);

const HELPER_WORDS = new Set(
  'twist roll dummy helper end nub tip ik fk pole target ctrl control mch socket effector marker corrective muscle top site null offset share tweak vis'.split(
    ' ',
  ),
);

const LEFT = new Set(['l', 'left', 'lft']);
const RIGHT = new Set(['r', 'right', 'rgt', 'rt']);

/** Takes a name apart; `known` says whether a word names a body part, so that "lfoot" can be told from "leg". */
export function nameWords(name: string, known: (word: string) => boolean): NameWords {
  const bare = name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('|')) + 1);
  const pieces = bare.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  let side: Side | undefined;
  let helper = false;
  let number: number | undefined;
  const words: string[] = [];
  for (const piece of pieces.map((word) => word.toLowerCase())) {
    if (/^\d/.test(piece)) {
      if (words.length > 0) number ??= Number(piece);
      continue;
    }
    const glued = gluedSide(piece, known);
    if (LEFT.has(piece)) side = 'left';
    else if (RIGHT.has(piece)) side = 'right';
    else if (glued) {
      side = glued.side;
      words.push(glued.word);
    } else if (HELPER_WORDS.has(piece)) helper = true;
    else if (!EMPTY_WORDS.has(piece) && !(piece === 'base' && words.length === 0)) words.push(piece);
  }
  const preferred = bare.startsWith('DEF-') ? 2 : bare.startsWith('ORG-') ? 1 : 0;
  return { side, words, number, helper, preferred };
}

/** "lfemur", "lefthand": a side written against the word, without capitals. */
function gluedSide(piece: string, known: (word: string) => boolean): { side: Side; word: string } | undefined {
  if (known(piece)) return undefined;
  for (const [prefix, side] of [
    ['left', 'left'],
    ['right', 'right'],
    ['l', 'left'],
    ['r', 'right'],
  ] as const) {
    const word = piece.slice(prefix.length);
    if (piece.startsWith(prefix) && known(word)) return { side, word };
  }
  return undefined;
}
