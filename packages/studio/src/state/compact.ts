/**
 * Plain values as short text that an address carries almost unescaped: (height:1.8,carry:!((to:chest,mass:10))). Objects
 * stand in ( ), lists in !( ), words bare, other text in '…' with ! before ! and '. Read with suspicion: links come from
 * anywhere.
 */

export type Plain = number | boolean | string | readonly Plain[] | { readonly [key: string]: Plain };

const WORD = /^[A-Za-z_][\w.-]*$/;
const DIGITS = 6; // significant; finer than anything that is set by hand

const numberText = (value: number): string =>
  Number.isFinite(value)
    ? String(Number(value.toPrecision(DIGITS)))
    : `!${value > 0 ? 'i' : Number.isNaN(value) ? 'n' : 'j'}`;

/** Text of a plain value; keys without a value are left out, typed arrays are lists. */
export function printCompact(value: unknown): string {
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? '!t' : '!f';
  if (typeof value === 'string') return WORD.test(value) ? value : `'${value.replace(/[!']/g, '!$&')}'`;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return `!(${Array.from(value as ArrayLike<unknown>, printCompact).join()})`;
  }
  const entries = Object.entries(value ?? {}).filter(([, item]) => item !== undefined);
  return `(${entries.map(([key, item]) => `${printCompact(key)}:${printCompact(item)}`).join()})`;
}

const LONGEST = 20_000; // [characters]
const DEEPEST = 8;
const SPECIAL: Readonly<Record<string, Plain>> = {
  t: true,
  f: false,
  i: Number.POSITIVE_INFINITY,
  j: Number.NEGATIVE_INFINITY,
  n: Number.NaN,
};

/** The value of such a text, or undefined where it is none. */
export function parseCompact(text: string): Plain | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    const reader = createReader(text);
    const value = reader.value(0);
    return reader.done() ? value : undefined;
  } catch {
    return undefined;
  }
}

function createReader(text: string) {
  let at = 0;
  const fail = (): never => {
    throw new Error(`unexpected text at ${at}`);
  };
  const take = (wanted: string): boolean => {
    if (!text.startsWith(wanted, at)) return false;
    at += wanted.length;
    return true;
  };
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? fail();
    at += found.length;
    return found;
  };
  const quoted = (): string =>
    match(/(?:[^!']|![!'])*'/y)
      .slice(0, -1)
      .replace(/!(.)/g, '$1');
  /** Items up to the closing bracket, the opening one already taken. */
  const items = (read: () => void): void => {
    if (take(')')) return;
    do read();
    while (take(','));
    if (!take(')')) fail();
  };
  const value = (depth: number): Plain => {
    if (depth > DEEPEST) fail();
    if (take('!(')) {
      const list: Plain[] = [];
      items(() => list.push(value(depth + 1)));
      return list;
    }
    if (take('!')) return SPECIAL[match(/[a-z]/y)] ?? fail();
    if (take('(')) {
      const entries: [string, Plain][] = [];
      items(() => {
        const key = take("'") ? quoted() : match(/[A-Za-z_][\w.-]*/y);
        if (!take(':')) fail();
        entries.push([key, value(depth + 1)]);
      });
      return Object.fromEntries(entries);
    }
    if (take("'")) return quoted();
    if (/[-\d]/.test(text[at] ?? '')) {
      const number = Number(match(/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/y));
      return Number.isFinite(number) ? number : fail(); // beyond all measure
    }
    return match(/[A-Za-z_][\w.-]*/y);
  };
  return { value, done: () => at === text.length };
}
