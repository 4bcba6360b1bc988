import { rules } from '../../balance/lint.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { wrap } from '../text.ts';

/** The rules that there are, with what each means and what to do about it. */
export function listRules(io: Io, json: boolean): void {
  if (json) {
    printJson(
      io,
      rules.map(({ id, title, help }) => ({ id, title, help })),
    );
    return;
  }
  for (const { id, title, help } of rules) {
    printLine(io, `${id}: ${title}`);
    printLine(io, `  ${wrap(help, io.columns, '  ')}`);
  }
}
