/** Smooth series of numbers as short text: quantised, second differences, variable-length bytes, base64. */

const CHUNK = 8192; // arguments per call of fromCharCode

/** Rows of `width` numbers, each column a series over time, to within half a `step`. */
export function packSeries(values: Float64Array, width: number, step: number): string {
  const rows = values.length / width;
  const bytes: number[] = [];
  for (let column = 0; column < width; column++) {
    let before = 0;
    let slope = 0;
    for (let row = 0; row < rows; row++) {
      const code = Math.round(values[row * width + column] / step);
      // what a straight line would not have told
      pushVarint(bytes, code - before - slope);
      slope = row === 0 ? 0 : code - before;
      before = code;
    }
  }
  let text = '';
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.slice(i, i + CHUNK));
  return btoa(text);
}

/** Signed whole numbers, seven bits a byte, small ones short. */
function pushVarint(bytes: number[], value: number): void {
  let code = value < 0 ? -2 * value - 1 : 2 * value;
  while (code > 127) {
    bytes.push(128 + (code % 128));
    code = Math.floor(code / 128);
  }
  bytes.push(code);
}

/** The series again; undefined where the text does not hold exactly rows × width numbers. */
export function unpackSeries(text: string, rows: number, width: number, step: number): Float64Array | undefined {
  let bytes: string;
  try {
    bytes = atob(text);
  } catch {
    return undefined;
  }
  if (bytes.length < rows * width) return undefined;
  const values = new Float64Array(rows * width);
  let at = 0;
  for (let column = 0; column < width; column++) {
    let before = 0;
    let slope = 0;
    for (let row = 0; row < rows; row++) {
      let code = 0;
      let factor = 1;
      for (;;) {
        if (at >= bytes.length || factor > 2 ** 45) return undefined;
        const byte = bytes.charCodeAt(at++);
        code += factor * (byte & 127);
        if (byte < 128) break;
        factor *= 128;
      }
      const value = before + slope + (code % 2 === 1 ? -(code + 1) / 2 : code / 2);
      slope = row === 0 ? 0 : value - before;
      before = value;
      values[row * width + column] = step * value;
    }
  }
  return at === bytes.length ? values : undefined;
}

/** Runs of equal small numbers: "7*12 6*3". */
export function packRuns(values: Uint8Array): string {
  const runs: string[] = [];
  for (let i = 0; i < values.length; ) {
    let end = i;
    while (end < values.length && values[end] === values[i]) end++;
    runs.push(`${values[i]}*${end - i}`);
    i = end;
  }
  return runs.join(' ');
}

export function unpackRuns(text: string, length: number): Uint8Array | undefined {
  const values = new Uint8Array(length);
  let at = 0;
  for (const run of text.split(' ')) {
    const found = /^(\d{1,3})\*(\d{1,9})$/.exec(run);
    if (!found || at + Number(found[2]) > length) return undefined;
    values.fill(Number(found[1]), at, at + Number(found[2]));
    at += Number(found[2]);
  }
  return at === length ? values : undefined;
}
