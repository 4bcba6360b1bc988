/** The style sheet of the page. Colours are variables, so that the script draws with the same ones in light and dark. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f5f7; --panel: #ffffff; --ink: #16191f; --soft: #5b6472; --line: #dfe3e9; --grid: #eceff3;
  --good: #14865a; --warn: #a86400; --bad: #c8322b; --note: #4a6a94;
  --good-wash: #e5f4ec; --warn-wash: #fbf0dc; --bad-wash: #fbe7e5; --note-wash: #e9eff7;
  --com: #2f5fd0; --zmp: #14865a; --out: #d8372f; --support: #d3d9e2; --support-edge: #98a3b3;
  --forward: #2f5fd0; --left: #c26a00; --up: #7b3fb8; --margin: #14865a;
  --double: #5f86c9; --single: #a8c1ea; --flight: #e9b44c; --other: #b9a5d8; --contact: #4d5968;
  --bone: #2a303a; --bone-left: #c26a00; --bone-right: #2f7f9e; --accent: #2f5fd0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1216; --panel: #171b21; --ink: #e8ebf0; --soft: #98a2b1; --line: #2a3039; --grid: #222831;
    --good: #3fc08a; --warn: #e5a540; --bad: #ff6d62; --note: #8fb2e2;
    --good-wash: #14291f; --warn-wash: #2d2413; --bad-wash: #331a19; --note-wash: #19222f;
    --com: #7ea4ff; --zmp: #3fc08a; --out: #ff6d62; --support: #313945; --support-edge: #6b7686;
    --forward: #7ea4ff; --left: #f0a24a; --up: #c394f5; --margin: #3fc08a;
    --double: #4f74b5; --single: #3b5073; --flight: #c08a2c; --other: #75629c; --contact: #aab4c2;
    --bone: #dfe4ec; --bone-left: #f0a24a; --bone-right: #63b9d8; --accent: #7ea4ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; font-variant-numeric: tabular-nums; }
h1, h2, p, figure, ol { margin: 0; }
main, .head, footer { max-width: 1680px; margin: 0 auto; padding: 0 24px; }
.head { padding-top: 18px; padding-bottom: 4px; }
.file { color: var(--soft); font-size: 13px; display: flex; flex-wrap: wrap; gap: 4px 14px; }
.file strong { color: var(--ink); font-weight: 600; overflow-wrap: anywhere; }
.verdict { display: flex; gap: 16px; align-items: center; margin-top: 12px; padding: 16px 20px; border-radius: 12px; background: var(--tone-wash); border: 1px solid color-mix(in srgb, var(--tone) 28%, transparent); }
.verdict h1 { font-size: 23px; line-height: 1.2; font-weight: 650; letter-spacing: -0.01em; }
.verdict p { margin-top: 4px; max-width: 110ch; }
.mark { flex: none; width: 42px; height: 42px; border-radius: 50%; background: var(--tone); color: var(--panel); font-size: 22px; font-weight: 700; display: grid; place-items: center; }
.good, .fine { --tone: var(--good); --tone-wash: var(--good-wash); }
.doubtful, .warning { --tone: var(--warn); --tone-wash: var(--warn-wash); }
.bad, .error { --tone: var(--bad); --tone-wash: var(--bad-wash); }
.plain { --tone: var(--line); } .unknown { --tone: var(--line); }
.unjudged, .note { --tone: var(--note); --tone-wash: var(--note-wash); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 16px 0; }
.card { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 12px 14px; border-top: 3px solid var(--tone); }
.card h2 { font-size: 12px; font-weight: 600; color: var(--soft); }
.card .value { font-size: 25px; font-weight: 650; letter-spacing: -0.02em; line-height: 1.25; }
.card.warning .value, .card.error .value { color: var(--tone); }
.card.unknown .value { color: var(--soft); }
.assumptions { margin: 10px 0 0; padding-left: 20px; color: var(--soft); font-size: 13px; }
.card .value small { font-size: 14px; font-weight: 500; margin-left: 3px; color: var(--soft); }
.card p.note { font-size: 12px; color: var(--soft); line-height: 1.35; }
.stage, .transport, .timeline { margin-bottom: 12px; }
.stage { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 0.8fr) minmax(0, 1.6fr); gap: 12px; }
.stage.strip { grid-template-columns: minmax(0, 1fr) minmax(0, 0.8fr) minmax(0, 3.4fr); }
.view, .panel, .findings, .transport { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; }
.view { position: relative; overflow: hidden; }
.view canvas { display: block; width: 100%; height: 340px; }
figcaption { position: absolute; left: 12px; top: 8px; font-size: 12px; font-weight: 600; color: var(--soft); }
.transport { display: flex; align-items: center; gap: 12px; padding: 8px 12px; flex-wrap: wrap; }
.transport input { flex: 1; min-width: 120px; accent-color: var(--accent); }
.transport output { min-width: 128px; text-align: right; }
button, select { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 7px; padding: 4px 10px; cursor: pointer; }
button:hover, select:hover { border-color: var(--soft); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
#play { width: 38px; padding: 4px 0; }
.legend, .keys { display: flex; gap: 4px 14px; flex-wrap: wrap; font-size: 12px; color: var(--soft); }
.key { display: inline-flex; align-items: center; gap: 6px; white-space: nowrap; }
.key::before { content: ""; width: 14px; height: 3px; border-radius: 2px; background: var(--swatch); }
.key b { font-weight: 600; color: var(--ink); min-width: 4.2em; text-align: right; }
.key.com { --swatch: var(--com); } .key.in, .key.zmp { --swatch: var(--zmp); } .key.out { --swatch: var(--out); }
.key.sup { --swatch: var(--support-edge); } .key.margin { --swatch: var(--margin); }
.key.forward { --swatch: var(--forward); } .key.left { --swatch: var(--left); } .key.up { --swatch: var(--up); }
.key.double { --swatch: var(--double); } .key.single { --swatch: var(--single); } .key.flight { --swatch: var(--flight); } .key.other { --swatch: var(--other); }
.timeline .key::before { height: 9px; }
.panel { padding: 10px 14px 8px; }
.panel h2 { margin-bottom: 4px; }
.panel h2 { font-size: 13px; font-weight: 600; display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 8px; }
.panel .hint { font-weight: 400; color: var(--soft); font-size: 12px; }
.panel .keys { margin-left: auto; font-weight: 400; }
.panel canvas { display: block; width: 100%; height: 132px; cursor: crosshair; touch-action: pan-y; }
.plot:nth-of-type(-n+2) canvas { height: 176px; }
.plot { display: flex; flex-direction: column; } .plot .over { margin-top: auto; }
.plot:last-child { grid-column: 1 / -1; }
.timeline canvas { height: 168px; cursor: pointer; touch-action: none; }
.over { position: relative; }
.playhead { position: absolute; left: 0; top: 0; bottom: 14px; width: 1.5px; margin-left: -0.75px; background: var(--ink); opacity: 0.75; pointer-events: none; }
.selection { position: absolute; top: 0; bottom: 14px; background: var(--accent); opacity: 0.16; pointer-events: none; }
[hidden] { display: none !important; }
.plots { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 560px), 1fr)); }
.tools { grid-column: 1 / -1; display: flex; justify-content: space-between; align-items: center; min-height: 30px; font-size: 12px; color: var(--soft); }
.findings { padding: 12px; margin-bottom: 12px; max-height: 320px; overflow: auto; }
.findings h2 { font-size: 13px; font-weight: 600; margin-bottom: 8px; display: flex; gap: 8px; align-items: center; flex-wrap: wrap; }
.count { font-size: 12px; font-weight: 600; color: var(--tone); background: var(--tone-wash); border-radius: 20px; padding: 1px 9px; }
.findings ol { list-style: none; padding: 0; display: grid; gap: 8px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 380px), 1fr)); }
.findings li { display: grid; }
.finding { width: 100%; text-align: left; display: grid; gap: 2px; padding: 9px 11px; background: var(--panel); border-left: 3px solid var(--tone); }
.finding .what { font-size: 12px; color: var(--soft); } .finding .what b { color: var(--tone); }
.finding.current { background: var(--tone-wash); }
.none { color: var(--soft); }
footer { color: var(--soft); font-size: 12px; padding-top: 18px; padding-bottom: 28px; max-width: 1680px; }
@media (max-width: 1100px) {
  .stage, .stage.strip { grid-template-columns: 1fr 1fr; } #top { grid-column: 1 / -1; }
}
@media print { .transport, .tools { display: none; } .findings { max-height: none; } }
`;
