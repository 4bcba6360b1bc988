/** Where a text stops being JSON. Engines tell it in words that differ, and often not at all. */

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const LITERAL = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The end of what a pattern matches at a place; −1 where it does not. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

interface Token {
  readonly end: number; // behind it
  readonly fault?: number; // place of what is wrong inside
}

function stringAt(text: string, start: number): Token {
  let at = start + 1;
  while (at < text.length) {
    const sign = text[at]!;
    if (sign === '"') return { end: at + 1 };
    if (sign < ' ') return { end: at, fault: at };
    if (sign !== '\\') at++;
    else {
      const end = endOf(ESCAPE, text, at);
      if (end < 0) return { end: at, fault: at };
      at = end;
    }
  }
  return { end: at, fault: at };
}

/** A string, number or word; a fault where there is none. */
function scalarAt(text: string, at: number): Token {
  if (text[at] === '"') return stringAt(text, at);
  const end = Math.max(endOf(NUMBER, text, at), endOf(LITERAL, text, at));
  return end < 0 ? { end: at, fault: at } : { end };
}

type Expects = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

/** Index of the first sign that JSON does not allow there, the length of the text where it ends too soon; undefined for JSON. */
export function faultInJson(text: string): number | undefined {
  const open: string[] = [];
  let expects: Expects = 'value';
  let at = 0;
  for (;;) {
    while (' \t\n\r'.includes(text[at] ?? 'x')) at++;
    const sign = text[at];
    if (expects === ', or end' && open.length === 0) return at < text.length ? at : undefined;
    if (sign === undefined) return at;
    if (expects === ', or end') {
      const close = open.at(-1) === '{' ? '}' : ']';
      if (sign === close) open.pop();
      else if (sign === ',') expects = close === '}' ? 'key' : 'value';
      else return at;
      at++;
    } else if (expects === ':') {
      if (sign !== ':') return at;
      expects = 'value';
      at++;
    } else if (expects === 'key' || expects === 'key or }') {
      if (sign === '}' && expects === 'key or }') {
        open.pop();
        expects = ', or end';
        at++;
        continue;
      }
      if (sign !== '"') return at;
      const { end, fault } = stringAt(text, at);
      if (fault !== undefined) return fault;
      expects = ':';
      at = end;
    } else if (sign === '{' || sign === '[') {
      open.push(sign);
      expects = sign === '{' ? 'key or }' : 'value or ]';
      at++;
    } else if (sign === ']' && expects === 'value or ]') {
      open.pop();
      expects = ', or end';
      at++;
    } else {
      const { end, fault } = scalarAt(text, at);
      if (fault !== undefined) return fault;
      expects = ', or end';
      at = end;
    }
  }
}
