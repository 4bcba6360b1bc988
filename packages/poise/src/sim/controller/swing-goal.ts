/** Where a foot that swings should be: its ankle joint, world axes. */
export class SwingGoal {
  foot = -1; // 0 left, 1 right, −1 none
  readonly position = new Float64Array(3);
  readonly velocity = new Float64Array(3);
  readonly acceleration = new Float64Array(3);
}
