/** Line icons, 16 px, in the colour of the text. */
const PATHS = {
  undo: 'M6 4 3 7l3 3M3 7h6a4 4 0 0 1 0 8H7',
  redo: 'M10 4l3 3-3 3M13 7H7a4 4 0 0 0 0 8h2',
  share: 'M6.5 9.5l3-3M7 5l1.5-1.5a2.5 2.5 0 0 1 3.6 3.6L10.5 8.5M9 11l-1.5 1.5a2.5 2.5 0 0 1-3.6-3.6L5.5 7.5',
  export: 'M8 10V2.5M5 5.5l3-3 3 3M3 10v3.5h10V10',
  sun: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6z',
  auto: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11z',
  help: 'M6 6.2A2 2 0 1 1 8.6 8c-.4.2-.6.5-.6 1v.3M8 11.6v.1M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z',
  close: 'M4 4l8 8M12 4l-8 8',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  right: 'M6 3.5 10.5 8 6 12.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  up: 'M3.5 10 8 5.5l4.5 4.5',
  folder: 'M2 12.5v-9h4l1.5 2H14v7z',
  file: 'M4 1.8h5l3 3v9.4H4zM9 1.8v3h3',
  search: 'M7 2.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zM10.2 10.2l3.3 3.3',
  good: 'M3.5 8.5l3 3 6-7',
  doubtful: 'M8 3v6M8 12v.2',
  bad: 'M4 4l8 8M12 4l-8 8',
  unjudged: 'M6 6a2 2 0 1 1 2.7 1.9c-.5.2-.7.6-.7 1.1M8 12v.2',
  frame: 'M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z',
  follow: 'M8 3v2M8 11v2M3 8h2M11 8h2M8 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
  ghosts: 'M9.5 3a3 3 0 0 1 3 3v6.5M6.5 3a3 3 0 0 0-3 3v7l1.5-1.2 1.5 1.2L8 11.8l1.5 1.2V6a3 3 0 0 0-3-3z',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z',
  cinema: 'M2 4h12v8H2zM5 4v8M11 4v8M2 8h3M11 8h3',
  plots: 'M2.5 2.5v11h11M5 10l2.5-3.5 2.5 2 3-4.5',
  pick: 'M4 3l8 4-3.4 1.3L7.2 12z',
  reset: 'M3.2 6A5.2 5.2 0 1 1 2.8 9M3 2.8V6h3.2',
  rename: 'M3 13l.8-3.2L11 2.6l2.4 2.4-7.2 7.2zM9.4 4.2l2.4 2.4',
  bookmark: 'M4.5 2.5h7v11L8 10.5l-3.5 3z',
  plus: 'M8 3v10M3 8h10',
  shield: 'M8 1.8l5 1.8v4c0 3.2-2 5.4-5 6.6-3-1.2-5-3.4-5-6.6v-4z',
  timeline: 'M2 5h12M2 8h7M2 11h10',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" className="icon">
    <path
      d={PATHS[name]}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
