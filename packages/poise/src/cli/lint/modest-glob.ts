/**
 * Globs become regular expressions, which try every way in which wildcards can share a name: a settings file or a job of a stranger could make
 * that take for ever. The bounds keep the worst below some seconds, and are beyond what folders of motions need.
 */
const LONGEST = 256; // characters
const MOST_OF_PART = 4; // wildcards and braces between two slashes
const MOST = 6; // … and in the whole
const GROUP = /(?<!\\)[()]/; // patterns within patterns
const FREE = /\*+|\{|(?<=\])\+/g; // what can match in several ways

export const GLOB_WANTED = `a glob of at most ${LONGEST} characters without ( and ), with at most ${MOST_OF_PART} of *, ** and { between two slashes and ${MOST} altogether`;

const ways = (text: string): number => text.match(FREE)?.length ?? 0;

export const isModestGlob = (glob: string): boolean =>
  glob.length <= LONGEST &&
  !GROUP.test(glob) &&
  ways(glob) <= MOST &&
  glob.split('/').every((part) => ways(part) <= MOST_OF_PART);
