/** Numbers of the crowd: who reacts, who fell, what it costs and how finely it is computed. */
import type { Counts } from './types.ts';

const LEVELS = ['full', 'half', 'third'] as const;

export function Counters({ counts }: { readonly counts: Counts }) {
  const { reacting, fell, hits, meetings, ms, detail } = counts;
  const all = Math.max(1, detail[0] + detail[1] + detail[2]);
  return (
    <dl className="crowd-counts" aria-label="Counters">
      <div className={reacting > 0 ? 'reacting' : undefined}>
        <dt>Reacting</dt>
        <dd data-count="reacting">{reacting}</dd>
      </div>
      <div className={fell > 0 ? 'fell' : undefined}>
        <dt>Fell</dt>
        <dd data-count="fell">{fell}</dd>
      </div>
      <div>
        <dt>Reactions</dt>
        <dd data-count="ms">
          {ms.toFixed(1)} <small>ms a frame</small>
        </dd>
      </div>
      <div>
        <dt>Hits</dt>
        <dd data-count="hits">{hits}</dd>
      </div>
      <div title="People whose paths met and who pushed each other">
        <dt>Shoves</dt>
        <dd data-count="meetings">{meetings}</dd>
      </div>
      <div>
        <dt>At full detail</dt>
        <dd data-count="detail">{detail[0]}</dd>
      </div>
      <div className="wide" title="Inner steps per second: 60, 30 or 20, by distance to the camera">
        <dt>Level of detail</dt>
        <dd>
          <span className="crowd-detail" aria-hidden="true">
            {LEVELS.map((level, k) => (
              <span key={level} style={{ width: `${(100 * detail[k]!) / all}%` }} />
            ))}
          </span>
          <span className="crowd-levels">
            {LEVELS.map((level, k) => (
              <span key={level}>
                {detail[k]} {level}
              </span>
            ))}
          </span>
        </dd>
      </div>
    </dl>
  );
}
