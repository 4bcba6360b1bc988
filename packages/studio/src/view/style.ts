/** How a view looks. Colours can be set from outside through the same names with `--poise-` before them. */
export const STYLE = /* css */ `
:host {
  --bg: var(--poise-bg, #e9ecf0); --panel: var(--poise-panel, #ffffff); --line: var(--poise-line, #d5dbe3);
  --text: var(--poise-text, #171a1f); --text-2: var(--poise-text-2, #545e6d); --accent: var(--poise-accent, #2459c9);
  --warn: #945800; --bad: #c62828; --good: #0a7d4f;
  display: block; position: relative; overflow: hidden; aspect-ratio: 4 / 3; min-height: 160px; contain: content;
  border-radius: 8px; background: var(--bg); color: var(--text);
  font: 13px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
:host([hidden]) { display: none; }
:host([data-dark]) {
  --bg: var(--poise-bg, #0d1014); --panel: var(--poise-panel, #161a20); --line: var(--poise-line, #2b323c);
  --text: var(--poise-text, #e7eaef); --text-2: var(--poise-text-2, #9ca6b4); --accent: var(--poise-accent, #7aa7ff);
  --warn: #ffb454; --bad: #ff6b6b; --good: #4cc38a;
}
.whole { container-type: size; display: flex; flex-direction: column; height: 100%; }
.stage { position: relative; flex: 1; min-height: 0; }
.stage > canvas { transition: opacity 0.2s; cursor: grab; touch-action: pan-y !important; }
.status {
  position: absolute; left: 10px; top: 10px; max-width: calc(100% - 20px); margin: 0; padding: 3px 10px; border-radius: 999px;
  background: color-mix(in srgb, var(--panel) 88%, transparent); color: var(--text); pointer-events: none;
}
.status::before { content: ""; display: inline-block; width: 8px; height: 8px; margin-right: 7px; border-radius: 50%; background: var(--good); }
.status[data-tone="busy"]::before { background: var(--accent); }
.status[data-tone="warn"]::before { background: var(--warn); }
.status[data-tone="bad"]::before { background: var(--bad); }
.status[data-tone="none"]::before { display: none; }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; padding: 6px 8px;  border-top: 1px solid var(--line); background: var(--panel); }
.bar[hidden] { display: none; }
.bar input[type="range"] { flex: 1; min-width: 80px; accent-color: var(--accent); }
.bar fieldset { display: flex; gap: 4px; margin: 0; padding: 0; border: 0; }
button {
  min-width: 32px; min-height: 28px; padding: 2px 9px; border: 1px solid var(--line); border-radius: 6px;
  background: transparent; color: inherit; font: inherit; cursor: pointer;
}
button:hover { border-color: var(--accent); }
button[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); }
button:disabled { opacity: 0.45; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
svg { display: block; width: 14px; height: 14px; margin: auto; fill: currentColor; }
.time { min-width: 74px; color: var(--text-2); font-variant-numeric: tabular-nums; text-align: right; }
@container (max-width: 640px) {
  .time { display: none; }
  button { min-width: 28px; padding: 2px 7px; }
  .bar { gap: 6px 8px; }
}
`;
