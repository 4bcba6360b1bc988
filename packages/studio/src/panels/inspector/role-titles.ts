/** Roles as people call them: 'leftUpperLeg' → 'Left thigh'. */
const PARTS: Readonly<Record<string, string>> = {
  UpperLeg: 'thigh',
  LowerLeg: 'shin',
  Foot: 'foot',
  Toes: 'toes',
  Shoulder: 'collar bone',
  UpperArm: 'upper arm',
  LowerArm: 'forearm',
  Hand: 'hand',
};

export function roleTitle(role: string): string {
  const sided = /^(left|right)(.+)$/.exec(role);
  const words = sided
    ? `${sided[1]} ${PARTS[sided[2] ?? ''] ?? sided[2]}`
    : role.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
