/** Small pictures for buttons, drawn in the text's colour on a 16 × 16 grid. */
const PATHS = {
  play: 'M4.5 2.8v10.4L13 8z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  start: 'M3 3h1.6v10H3zM13 3v10L6 8z',
  end: 'M11.4 3H13v10h-1.6zM3 3v10l7-5z',
  back: 'M10.5 3v10L4 8zM11.4 3H13v10h-1.6z',
  forward: 'M5.5 3v10L12 8zM3 3h1.6v10H3z',
  loop: 'M4 4.3h6.2V2.2L14 5.1l-3.8 2.9V5.9H4.6v2.6H3V5.3a1 1 0 0 1 1-1zM12 11.7H5.8v2.1L2 10.9l3.8-2.9v2.1h5.6V7.5H13v3.2a1 1 0 0 1-1 1z',
  minus: 'M3 7.2h10v1.6H3z',
  plus: 'M7.2 3h1.6v4.2H13v1.6H8.8V13H7.2V8.8H3V7.2h4.2z',
  fit: 'M2 3h1.5v10H2zM12.5 3H14v10h-1.5zM7 5v2.2h2V5l3 3-3 3V8.8H7V11L4 8z',
  more: 'M3 6.8h2.4v2.4H3zM6.8 6.8h2.4v2.4H6.8zM10.6 6.8H13v2.4h-2.4z',
  close: 'M4.1 3 8 6.9 11.9 3 13 4.1 9.1 8l3.9 3.9-1.1 1.1L8 9.1 4.1 13 3 11.9 6.9 8 3 4.1z',
  rows: 'M2.5 3h11v2.6h-11zM2.5 6.7h11v2.6h-11zM2.5 10.4h11V13h-11z',
  grid: 'M2.5 3h5v4.5h-5zM8.5 3h5v4.5h-5zM2.5 8.5h5V13h-5zM8.5 8.5h5V13h-5z',
  folded: 'M5.5 3.5 11 8l-5.5 4.5z',
  unfolded: 'M3.5 5.5h9L8 11z',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="time-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={PATHS[name]} fill="currentColor" />
  </svg>
);
