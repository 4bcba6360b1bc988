/** What measures give for people: 5 %, median and 95 % over 80 captures of the CMU database. Made by `npm run validate -- measures --count 80 --seed 20271`. */
export const CAPTURED_SHARES = ['5 %', 'median', '95 %'] as const;

export const CAPTURED: Readonly<Record<string, readonly [number, number, number]>> = {
  'kimodo-skate-ratio': [0.0205, 0.238, 0.817],
  'kimodo-skate-from-height': [0.0446, 0.201, 0.553],
  'physdiff-penetrate': [0, 3.29, 15.8],
  'physdiff-float': [0, 2.15, 67.8],
  'physdiff-skate': [0.23, 1.45, 4.62],
  'physdiff-error': [0.559, 10.3, 70.7],
  jitter: [180, 2580, 5980],
  'mann-skate': [0, 0.000104, 0.0187],
  'poise-zmp-outside': [0.0107, 0.222, 0.681],
  'poise-skate': [0.018, 0.0903, 0.271],
  'poise-float': [0, 0, 0.0631],
  'poise-penetration': [0.00752, 0.0185, 0.0477],
  'poise-flight': [0, 0, 0.34],
  'poise-momentum': [0.0146, 0.0357, 0.0779],
  'poise-torque': [0.355, 0.611, 1.08],
};
