/** What is on stage where a companion leads: it and the person change places. */
import { blamedFrames } from '../state/blame.ts';
import type { Companion, Lead, StageView } from './contract.ts';

const light = new WeakMap<Companion, Companion>();
const wiped = new WeakMap<Companion, Companion>();

/** The view with the companion as the person; the same view where none leads. */
export function ledView(view: StageView): StageView {
  const { companion, clip, wipe } = view;
  if (!companion?.leads || !clip || companion.clip.frameCount !== clip.frameCount) return view;
  const { report, findings } = companion.leads;
  return {
    ...view,
    clip: companion.clip,
    body: companion.body,
    report,
    blamed: blamedFrames(findings, report.frameCount),
    companion:
      wipe === undefined
        ? originalOf(companion, companion.leads.original, view)
        : wipedOf(companion, view, companion.leads.original),
  };
}

/** The companion on stage, in a part of the picture; the same object for the same companion. */
function wipedOf(companion: Companion, { clip, body }: StageView, shown: Lead['original']): Companion | undefined {
  if (!shown || !clip) return undefined;
  const known = wiped.get(companion);
  if (known && known.clip === clip && known.body === body) return known;
  const made: Companion = { clip, body, look: 'wiped', tint: shown.tint, beside: 0 };
  wiped.set(companion, made);
  return made;
}

/** The companion on stage, as a ghost; the same object for the same companion. */
function originalOf(
  companion: Companion,
  shown: { readonly tint: number; readonly beside: number } | undefined,
  { clip, body }: StageView,
): Companion | undefined {
  if (!shown || !clip) return undefined;
  const known = light.get(companion);
  if (known && known.clip === clip && known.body === body) return known;
  const made: Companion = { clip, body, look: 'ghost', ...shown };
  light.set(companion, made);
  return made;
}
