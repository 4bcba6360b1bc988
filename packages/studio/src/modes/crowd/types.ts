/** Settings and results of the mode Crowd. */
import type { StudioState } from '../../state/types.ts';

export const MOST_PEOPLE = 100;

export interface CrowdSettings {
  readonly people: number;
  readonly seed: number; // who is there, where they go, where balls come from
  readonly mass: number; // [kg] of a ball
  readonly speed: number; // [m/s] of a ball as it is thrown
  readonly fire: number; // balls a second, all the time
  readonly meet: boolean; // people whose paths meet push each other
}

export const CROWD_SETTINGS: CrowdSettings = { people: 100, seed: 1, mass: 2.5, speed: 10, fire: 0, meet: true };

export const crowdSettings = (state: StudioState): CrowdSettings =>
  (state.document.modes['crowd'] as CrowdSettings | undefined) ?? CROWD_SETTINGS;

/** Settings of a link that this mode can live with. */
export function acceptsSettings(settings: unknown): boolean {
  const { people, seed, mass, speed, fire, meet } = settings as Partial<CrowdSettings>;
  const within = (value: unknown, least: number, most: number): boolean =>
    typeof value === 'number' && value >= least && value <= most;
  return (
    within(people, 1, MOST_PEOPLE) &&
    Number.isInteger(people) &&
    within(seed, 0, 1e9) &&
    within(mass, 0.1, 20) &&
    within(speed, 1, 30) &&
    within(fire, 0, 20) &&
    typeof meet === 'boolean'
  );
}

/** What a person does, as the picture and the counters know it. */
export const STATES = ['calm', 'reacting', 'stumbling', 'fell'] as const;
export type PersonState = (typeof STATES)[number];

/** Counted in one frame. */
export interface Counts {
  readonly reacting: number; // now
  readonly stumbling: number; // of those
  readonly fell: number; // since the start
  readonly hits: number; // since the start
  readonly meetings: number; // pushes of two people, since the start
  readonly ms: number; // that reactions of a frame took, smoothed
}

export const NO_COUNTS: Counts = {
  reacting: 0,
  stumbling: 0,
  fell: 0,
  hits: 0,
  meetings: 0,
  ms: 0,
};

export interface CrowdResult {
  readonly status: 'preparing' | 'ready' | 'failed';
  readonly error: string | undefined; // in words
  readonly counts: Counts;
  readonly time: number; // [s] of the crowd
  readonly digest: string; // of everybody's pose, a few times a second: the same seed and throws give the same
  readonly thrown: boolean; // by hand: there is something to repeat
  readonly picture: number; // frame of the past that was fetched last
}

export const NO_RESULT: CrowdResult = {
  status: 'preparing',
  error: undefined,
  counts: NO_COUNTS,
  time: 0,
  digest: '',
  thrown: false,
  picture: 0,
};

export const crowdResult = (state: StudioState): CrowdResult =>
  (state.results['crowd'] as CrowdResult | undefined) ?? NO_RESULT;
