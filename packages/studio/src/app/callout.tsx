/** A label on the stage at what is wrong at this moment, with a line to the part. Written with every picture, without a render. */
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { calloutAt, jointsOfPart } from '../state/callout.ts';
import { clipOnStage, findingsOnStage, frameAtTime, isOutdated, reportOnStage } from '../state/selectors.ts';
import { useStudio } from '../state/use-studio.ts';
import { useApp } from './studio-context.ts';

const ASIDE = 64; // [px] from the part to the label
const ABOVE = 44;
const EDGE = { side: 10, top: 100, bottom: 52 }; // [px] kept free for the tools

export function CalloutLabel({ drawn }: { readonly drawn: RefObject<(() => void) | undefined> }) {
  const { viewport, player, host } = useApp();
  const label = useRef<HTMLSpanElement>(null);
  const line = useRef<SVGLineElement>(null);
  const clip = useStudio(clipOnStage);
  const findings = useStudio(findingsOnStage);
  const lookedAt = useStudio((state) => findingsOnStage(state)[state.view.finding ?? -1]);
  const fresh = useStudio((state) => reportOnStage(state) !== undefined && !isOutdated(state));
  const { companion, live } = useSyncExternalStore(host.subscribe, host.stage);
  const shown = fresh && !companion && !live;
  useEffect(() => {
    const write = (): void => {
      const [text, leader] = [label.current, line.current];
      if (!text || !leader) return;
      const callout =
        shown && clip
          ? calloutAt(findings, Math.round(frameAtTime(clip, player.playhead.time())), lookedAt)
          : undefined;
      const spot = callout && clip && viewport.current?.spotOf(jointsOfPart(clip, callout.part));
      text.hidden = !spot;
      leader.style.display = spot ? '' : 'none';
      if (!spot || !callout) return;
      if (text.textContent !== callout.text) text.textContent = callout.text;
      text.className = `callout ${callout.finding.severity === 'error' ? 'bad' : 'warn'}`;
      const { width, height } = spot;
      const [wide, high] = [text.offsetWidth, text.offsetHeight];
      const right = spot.x + ASIDE + wide < width - EDGE.side;
      const left = Math.max(EDGE.side, right ? spot.x + ASIDE : spot.x - ASIDE - wide);
      const top = Math.min(height - EDGE.bottom - high, Math.max(EDGE.top, spot.y - ABOVE - high));
      text.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
      leader.setAttribute('x1', String(spot.x));
      leader.setAttribute('y1', String(spot.y));
      leader.setAttribute('x2', String(right ? left : left + wide));
      leader.setAttribute('y2', String(top + high / 2));
    };
    drawn.current = write;
    write();
    return () => {
      drawn.current = undefined;
    };
  }, [drawn, clip, findings, lookedAt, shown, player, viewport]);
  return (
    <div className="callouts" aria-hidden="true">
      <svg aria-hidden="true">
        <line ref={line} style={{ display: 'none' }} />
      </svg>
      <span ref={label} className="callout" hidden />
    </div>
  );
}
