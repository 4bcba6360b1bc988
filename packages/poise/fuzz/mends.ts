/** Mends of defects that strangers' data and pulled plugs once found: what each looks like when it is taken out, and who has to notice. */

export interface Mend {
  readonly defect: string;
  readonly file: string; // below packages/
  /** Text of the mend and what stands in its place without it; in another file where that is named. */
  readonly changes: readonly (readonly [text: string, instead: string, file?: string])[];
  /** Entry points that the fuzzer is given. */
  readonly fuzz?: readonly string[];
  /** Or a test file below packages/. */
  readonly test?: string;
  /** The test runs the built command. */
  readonly built?: true;
}

const SAVES = ['layer save', 'gait memory', 'method save'];

export const MENDS: readonly Mend[] = [
  {
    defect: 'a save takes over "__proto__" and whatever else it holds',
    file: 'poise/src/runtime/adopt.ts',
    changes: [
      ['for (const key of Object.keys(target))', 'for (const key in from)'],
      ['Object.hasOwn(from, key) ? from[key] : undefined', 'from[key]'],
      ["else if (typeof now === 'boolean') target[key] = value === true;", 'else target[key] = value;'],
    ],
    test: 'poise/test/runtime/layer-saves.test.ts',
  },
  {
    defect: 'a save may have "__proto__" as a key',
    file: 'poise/src/runtime/binary.ts',
    changes: [["['__proto__', 'constructor', 'prototype']", '[] as string[]']],
    test: 'poise/test/runtime/layer-saves.test.ts',
  },
  {
    defect: 'damaged saves end in raw errors',
    file: 'poise/src/runtime/saved-layer.ts',
    changes: [
      ['throw error instanceof UsageError ? error : new', "throw error !== 'never' ? error : new"],
      ["if (typeof saved !== 'object'", "if (saved === 'never'", 'poise/src/runtime/adopt.ts'],
      ['if (fault !== undefined) throw', "if (fault === 'never') throw", 'poise/src/methods/save-shape.ts'],
    ],
    fuzz: SAVES,
  },
  {
    defect: 'damaged saves give NaN',
    file: 'poise/src/runtime/adopt.ts',
    changes: [
      ['(Math.abs(value) <= LARGEST_SAVED ||', '(key !== undefined ||'],
      [
        'q.every(Number.isFinite) === false',
        'q.every(Number.isFinite) === undefined',
        'poise/src/runtime/saved-layer.ts',
      ],
      ['if (Math.abs(Math.hypot(', 'if (0 * Math.abs(Math.hypot(', 'poise/src/runtime/saved-layer.ts'],
      ['if (Number.isNaN(x)) throw', 'if (x === undefined) throw', 'poise/src/runtime/binary.ts'],
    ],
    fuzz: ['layer save'],
  },
  {
    defect: 'a save of locomotion does not survive JSON',
    file: 'poise/src/methods/reacting-character.ts',
    changes: [['body: Array.from(numbers, finite)', 'body: numbers as never']],
    fuzz: ['method save'],
  },
  {
    defect: 'a layer that was restored has another future',
    file: 'poise/src/runtime/saved-layer.ts',
    changes: [["    [feet, saved.feet, 'feet'],\n", '']],
    test: 'poise/test/runtime/layer-saves.test.ts',
  },
  {
    defect: 'a frame time of 1e-9 s never ends',
    file: 'poise/src/motion/bounds.ts',
    changes: [['seconds >= BOUNDS.frameTime.least &&', 'seconds > 0 &&']],
    test: 'poise/test/formats/bounds.test.ts',
  },
  {
    defect: 'a million nodes of a glTF take gigabytes',
    file: 'poise/src/motion/bounds.ts',
    changes: [['nodes: 50_000', 'nodes: 1e9']],
    test: 'poise/test/formats/bounds.test.ts',
  },
  {
    defect: '1e308 becomes Infinity in a file',
    file: 'poise/src/motion/bounds.ts',
    changes: [
      ['number: 1e12', 'number: Number.MAX_VALUE'],
      ['length: 1e7', 'length: Number.MAX_VALUE'],
    ],
    test: 'poise/test/formats/bounds.test.ts',
  },
  {
    defect: 'an attribute of 200 kB takes minutes',
    file: 'poise/src/motion/formats/osim-xml.ts',
    changes: [[')/y;', ')/g;']],
    test: 'poise/test/formats/bounds.test.ts',
  },
  {
    defect: 'numbers of a library are not looked at',
    file: 'poise/src/motion/data-node.ts',
    changes: [
      [
        "if (typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most && value > above) {",
        'if (true) {',
      ],
      ['return value;\n    }', 'return value as number;\n    }'],
    ],
    fuzz: ['library', 'compact library', 'cmrt'],
  },
  {
    defect: 'what a maker refuses in a library is a raw error',
    file: 'poise/src/methods/push-response/read-library.ts',
    changes: [
      [
        '  } catch (error) {\n    throw new',
        '  } catch (error) {\n    if (node.path !== undefined) throw error;\n    throw new',
      ],
    ],
    fuzz: ['library', 'compact library'],
  },
  {
    defect: '<poise-view> loads what a file names',
    file: 'studio/src/scene/character/load-character.ts',
    changes: [['await closedManager()', 'undefined']],
    test: 'studio/test/character-files.test.ts',
  },
  {
    defect: 'names of a file steer the terminal',
    file: 'poise/src/cli/io.ts',
    changes: [['text.replace(STEERING,', 'text.replace(/(?!)/,']],
    test: 'poise/test/cli/terminal.test.ts',
  },
  {
    defect: 'temporary names can be guessed',
    file: 'poise/src/cli/writing/staged-file.ts',
    changes: [["randomBytes(12).toString('base64url')", 'process.pid']],
    test: 'poise/test/cli/writing.test.ts',
  },
  {
    defect: 'a temporary file follows a link that lies in its way',
    file: 'poise/src/cli/writing/staged-file.ts',
    changes: [["open(temporary, 'wx',", "open(temporary, 'w',"]],
    test: 'poise/test/cli/writing.test.ts',
  },
  {
    defect: 'a file has its name before its bytes are on the disk',
    file: 'poise/src/cli/writing/staged-file.ts',
    changes: [['await this.#handle.sync().catch(unlessNotOffered);', '']],
    test: 'poise/test/cli/writing.test.ts',
  },
  {
    defect: 'the mode of a file that is written again is lost',
    file: 'poise/src/cli/writing/staged-file.ts',
    changes: [['if (entry) await keepOwnerAndMode(handle, entry);', '']],
    test: 'poise/test/cli/writing.test.ts',
  },
  {
    defect: 'the longest names cannot be written',
    file: 'poise/src/cli/writing/staged-file.ts',
    changes: [['join(dirname(target), `', 'join(dirname(target), basename(target) + `']],
    test: 'poise/test/cli/writing.test.ts',
  },
  {
    defect: 'one file of a pair is new, the other old',
    file: 'poise/src/cli/writing/write-files.ts',
    changes: [['for (const before of done.reverse()) await putBack(before);', '']],
    test: 'poise/test/cli/writing.test.ts',
  },
  {
    defect: 'a write that fails leaves litter',
    file: 'poise/src/cli/writing/write-files.ts',
    changes: [['for (const one of staged) await one.discard();', '']],
    test: 'poise/test/cli/writing.test.ts',
  },
  {
    defect: 'a signal leaves litter',
    file: 'poise/src/cli/writing/unfinished.ts',
    changes: [['  state.names.add(path);\n', '']],
    test: 'poise/test/cli/signals.test.ts',
  },
  {
    defect: 'a signal cuts a pair in two',
    file: 'poise/src/cli/writing/unfinished.ts',
    changes: [
      ['  state.indivisible++;\n  watch();', '  watch();'],
      ['    state.indivisible--;\n', ''],
    ],
    test: 'poise/test/cli/signals.test.ts',
  },
  {
    defect: 'a signal is lost while something is written',
    file: 'poise/src/cli/writing/unfinished.ts',
    changes: [['if (state.indivisible > 0) state.pending ??= signal;', 'if (state.indivisible > 0) return;']],
    test: 'poise/test/cli/signals.test.ts',
  },
  {
    defect: 'a full standard output is no error',
    file: 'poise/src/cli/main.ts',
    changes: [
      ["'EPIPE') failure ??= error;", "'EPIPE') failure ??= undefined;"],
      ['const failure = await out.failure();', 'await out.failure();\n  const failure = undefined as unknown;'],
    ],
    test: 'poise/test/cli/signals.test.ts',
    built: true,
  },
  {
    defect: 'a refusal does not say where',
    file: 'poise/src/motion/data-node.ts',
    changes: [
      ['throw new FormatError(this.file, undefined, `', 'throw new FormatError(this.file, undefined, `somewhere in '],
    ],
    fuzz: ['library', 'settings', 'scenario', 'way up'],
  },
  {
    defect: 'JSON that is none is refused without line and column',
    file: 'poise/src/motion/data-node.ts',
    changes: [['new FormatError(file, lines.length, `', 'new FormatError(file, undefined, `']],
    fuzz: ['library', 'settings', 'scenario', 'way up'],
  },
  {
    defect: 'a small file unfolds to gigabytes',
    file: 'poise/src/motion/formats/budget.ts',
    changes: [['if (!(budget.left >= 0))', 'if (Number.isNaN(budget.left))']],
    test: 'poise/test/formats/unfolding.test.ts',
  },
  {
    defect: 'what is written is refused when it is read',
    file: 'poise/src/motion/formats/read-back.ts',
    changes: [['|| clips.every(isEveryday)) return;', '|| clips.length > 0) return;']],
    fuzz: ['.npy', '.pkl', '.trc', '.fbx', '.bvh'],
  },
  {
    defect: 'a list of a batch leads out of its folder',
    file: 'poise/src/cli/batch/inputs.ts',
    changes: [
      [
        "file !== '' && !file.includes('\\0') && !isAbsolute(file) && !file.split(/[\\\\/]/).includes('..')",
        "file !== '' && !isAbsolute('')",
      ],
    ],
    test: 'poise/test/hostile-doors.test.ts',
  },
  {
    defect: 'an agent reaches out of its folder',
    file: 'poise/src/cli/mcp/confine.ts',
    changes: [
      ["if (way === '..' ||", "if (way === 'never' && ("],
      ['isAbsolute(way)) {', 'isAbsolute(way))) {'],
    ],
    test: 'poise/test/cli/mcp.test.ts',
  },
  {
    defect: 'the studio can be framed, and types are guessed',
    file: 'poise/src/cli/studio/server.ts',
    changes: [
      ["  'X-Content-Type-Options': 'nosniff',\n  'Content-Security-Policy': \"frame-ancestors 'none'\",\n", ''],
    ],
    test: 'studio/test/start.test.ts',
    built: true,
  },
  {
    defect: 'a step of no length makes a pose NaN',
    file: 'poise/src/control/begin-state.ts',
    changes: [['return dt < SHORTEST_STEP ? 0 :', 'return dt < 0 ? 0 :']],
    test: 'poise/test/runtime/layer-misuse.test.ts',
  },
  {
    defect: 'a push far from the body makes a pose NaN',
    file: 'poise/src/gait/push.ts',
    changes: [['<= FARTHEST)', '<= Infinity)']],
    test: 'poise/test/runtime/layer-misuse.test.ts',
  },
  {
    defect: 'a fall takes saves that are none',
    file: 'poise/src/control/begin-state.ts',
    changes: [['if (Math.abs(values[i]) <= most) continue;', 'if (values[i] !== undefined) continue;']],
    test: 'poise/test/control/fall.test.ts',
  },
  {
    defect: 'a name that is no text ends the server for agents',
    file: 'poise/src/cli/mcp/server.ts',
    changes: [['shown(name)', 'String(name)']],
    test: 'poise/test/cli/mcp.test.ts',
  },
  {
    defect: 'thousands of joints with one name take minutes to write',
    file: 'poise/src/motion/formats/asf-amc-fresh.ts',
    changes: [['let n = tried.get(plain) ?? 1;', 'let n = 1;']],
    test: 'poise/test/formats/bounds.test.ts',
  },
  {
    defect: 'people without legs are written as points',
    file: 'poise/src/motion/formats/read-back.ts',
    changes: [['if (!hasLegs(clip)) return false;', 'hasLegs(clip);']],
    test: 'poise/test/formats/bounds.test.ts',
  },
  {
    defect: 'matching a glob of the settings never ends',
    file: 'poise/src/cli/lint/json-schema.ts',
    changes: [['|| isModestGlob(value))', "|| value !== '')"]],
    test: 'poise/test/cli/lint-settings.test.ts',
  },
  {
    defect: 'the Arabic letter mark steers the terminal',
    file: 'poise/src/cli/io.ts',
    changes: [['\\u061c', '']],
    test: 'poise/test/cli/terminal.test.ts',
  },
  {
    defect: 'a pipe or a device beside a file is waited for',
    file: 'poise/src/cli/files.ts',
    changes: [['if (!entry.isFile() && !entry.isDirectory()) throw', "if (file === '') throw"]],
    test: 'poise/test/cli/bad-input.test.ts',
  },
];
