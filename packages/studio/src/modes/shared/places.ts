/** Parts of the body that a push or a ball can be aimed at. */
import type { Clip } from 'poise';

export const PLACES = ['head', 'chest', 'hips', 'leftShoulder', 'rightShoulder'] as const;
export type Place = (typeof PLACES)[number];

const PLACE_TITLES: Readonly<Record<Place, string>> = {
  head: 'Head',
  chest: 'Chest',
  hips: 'Hips',
  leftShoulder: 'Left shoulder',
  rightShoulder: 'Right shoulder',
};

export const PLACE_OPTIONS = PLACES.map((place) => [place, PLACE_TITLES[place]] as const);

/** The joint whose segment is hit there. */
export function jointAt(clip: Clip, place: Place): number {
  const roles = clip.roles.status === 'humanoid' ? clip.roles.roles : {};
  const found = {
    head: roles.head ?? roles.neck,
    chest: roles.upperChest ?? roles.chest ?? roles.spine,
    hips: roles.hips,
    leftShoulder: roles.leftUpperArm,
    rightShoulder: roles.rightUpperArm,
  }[place];
  return found ?? roles.hips ?? 0;
}
