import { useEffect, useRef } from 'react';
import { modeNamed, modes } from '../modes/index.ts';
import { entryOnStage } from '../state/selectors.ts';
import { useStore, useStudio } from '../state/use-studio.ts';
import { IconButton } from '../ui/controls.tsx';
import { VerdictMark } from '../ui/verdict-mark.tsx';
import { shareLink } from './address.ts';
import { useApp } from './studio-context.ts';
import { nextTheme } from './theme.ts';

export function TopBar() {
  const store = useStore();
  const exportable = useStudio((state) => entryOnStage(state)?.clip !== undefined);
  return (
    <header className="top-bar">
      <h1 className="brand">
        <Logo /> Poise
      </h1>
      <ModeBar />
      <ClipName />
      <div className="top-tools">
        <UndoButtons />
        <ShareButton />
        <IconButton
          icon="export"
          name="Export"
          keys="E"
          label="Export"
          disabled={!exportable}
          onClick={() => store.dispatch({ type: 'view/set', view: { exporting: true } })}
        />
        <ThemeButton />
        <IconButton
          icon="help"
          name="Help"
          keys="?"
          onClick={() => store.dispatch({ type: 'view/set', view: { help: true } })}
        />
      </div>
    </header>
  );
}

/** A plumb line over its support. */
const Logo = () => (
  <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
    <circle cx="9" cy="4" r="2.6" fill="var(--accent)" />
    <path d="M9 6.6v7" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    <path d="M3.5 15.5h11" stroke="var(--good)" strokeWidth="2.4" strokeLinecap="round" />
  </svg>
);

function ModeBar() {
  const { dispatch } = useStore();
  const current = useStudio((state) => state.view.mode);
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the bar is narrower than its modes, the one that is on is seen
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav className="modes" aria-label="Modes" ref={bar}>
      {modes.map(({ id, title, hint, key }) => (
        <button
          key={id}
          type="button"
          aria-current={id === current ? 'page' : undefined}
          title={key ? `${hint} (Shift+${key})` : hint}
          onClick={() => dispatch({ type: 'view/set', view: { mode: id } })}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}

function ClipName() {
  const entry = useStudio(entryOnStage);
  const verdict = useStudio((state) => (state.document.clip ? state.verdicts[state.document.clip] : undefined));
  if (!entry) return <span className="clip-name" />;
  return (
    <span className="clip-name">
      {verdict && <VerdictMark status={verdict.status} words={verdict.headline} />}
      <span className="name" title={entry.name}>
        {entry.name}
      </span>
    </span>
  );
}

const named = (verb: string, words: string | undefined): string => (words ? `${verb}: ${words}` : verb);

function UndoButtons() {
  const store = useStore();
  // Drawn anew with every document, which is when the answers can change.
  useStudio((state) => state.document);
  return (
    <>
      <IconButton
        icon="undo"
        name={named('Undo', store.undoWords())}
        keys="Ctrl+Z"
        disabled={!store.canUndo()}
        onClick={store.undo}
      />
      <IconButton
        icon="redo"
        name={named('Redo', store.redoWords())}
        keys="Ctrl+Shift+Z"
        disabled={!store.canRedo()}
        onClick={store.redo}
      />
    </>
  );
}

function ShareButton() {
  const studio = useApp();
  const isFile = useStudio((state) => entryOnStage(state)?.origin.kind === 'file');
  const share = async (): Promise<void> => {
    const link = shareLink(studio);
    const state = studio.store.state();
    const replays = modeNamed(state.view.mode).share?.(state) !== undefined;
    const say = (text: string): void => studio.store.dispatch({ type: 'notice/add', kind: 'info', text });
    try {
      await navigator.clipboard.writeText(link);
      say(
        isFile
          ? 'The link to this view was copied. Your file is not in it: it stays on this machine.'
          : replays
            ? 'The link was copied. It replays the same pushes.'
            : 'The link to this moment was copied.',
      );
    } catch {
      say(`The link to this view: ${link}`);
    }
  };
  return <IconButton icon="share" name="Copy a link to this view" onClick={() => void share()} />;
}

const THEMES = {
  auto: ['auto', 'System'],
  light: ['sun', 'Light'],
  dark: ['moon', 'Dark'],
} as const;

function ThemeButton() {
  const { dispatch } = useStore();
  const theme = useStudio((state) => state.view.theme);
  const [icon, name] = THEMES[theme];
  return (
    <IconButton
      icon={icon}
      name={`Theme: ${name} (click to change)`}
      onClick={() => dispatch({ type: 'view/set', view: { theme: nextTheme(theme) } })}
    />
  );
}
