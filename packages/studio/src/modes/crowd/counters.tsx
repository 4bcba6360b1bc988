/** Numbers of the crowd: who reacts, who fell and what it costs. */
import type { Counts } from './types.ts';

export function Counters({ counts }: { readonly counts: Counts }) {
  const { reacting, fell, hits, meetings, ms } = counts;
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
      <div className="rest" title="People whose paths met and who pushed each other">
        <dt>Shoves</dt>
        <dd data-count="meetings">{meetings}</dd>
      </div>
    </dl>
  );
}
