/** The sole points of a reacting body: where they are, how firmly they stand, the area they span, and the forces they can give. */
import type { Body } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import type { ConeForce } from '../optim/cone-force.ts';
import type { BodyFoot } from './body-foot.ts';
import { writeGenerators } from './cone.ts';
import { solePointsAt } from './foot-frame.ts';
import type { Plan } from './plan.ts';
import type { Reference } from './reference.ts';
import { SupportArea } from './support-area.ts';

/** A lifted heel carries 1/e of its share at this angle [rad]. */
const HEEL_FADE = 0.015;
/** What stands this firmly can be rolled on. */
const FIRM = 0.3;

export class Contacts {
  readonly points: Float64Array; // ×3 [m]
  readonly firmness: Float64Array; // 0 … 1
  readonly support: SupportArea;
  readonly #rank: Int32Array;

  constructor(count: number) {
    this.points = new Float64Array(3 * count);
    this.firmness = new Float64Array(count);
    this.support = new SupportArea(count);
    this.#rank = new Int32Array(4 * count);
  }

  /** Needs the position level of the body. */
  read(body: Body, ws: Workspace, reference: Reference, plan: Plan, feet: readonly [BodyFoot, BodyFoot]): void {
    solePointsAt(this.points, body, ws);
    let at = 0;
    for (let foot = 0; foot < 2; foot++) {
      const { parts, toes, foot: joint } = body.soles[foot];
      const { heel, stands } = feet[foot];
      const load = stands ? plan.feet[foot].load : 0;
      // a lifted heel carries less and less, and so does the ball of a foot that is one piece
      const heelShare = heel > 0 ? Math.exp(-heel / HEEL_FADE) : 1;
      for (let k = 0; k < parts.length; k++, at++) {
        this.firmness[at] =
          load *
          reference.firmness[at] *
          (parts[k] === 'heel' || (toes === joint && parts[k] === 'ball') ? heelShare : 1);
      }
    }
    this.support.read(this.points, this.firmness);
  }

  /** The forces that the points can give, about the centre of mass, with the source's own as what is expected. */
  writeCone(cone: ConeForce, ws: Workspace, reference: Reference, friction: number): void {
    const rank = this.#rank;
    writeGenerators(cone, rank, this.points, reference.normals, this.firmness, ws.com, friction);
    for (let k = 0; k < rank.length; k++) if (rank[k] >= 0) cone.prior[rank[k]] = reference.force[k];
  }

  /** Whether a foot stands on what it rolls on: its ball, or the tip of a foot that is one piece. */
  isOnPivot(body: Body, foot: number): boolean {
    const { parts, toes, foot: joint } = body.soles[foot];
    const part = toes === joint ? 'toe' : 'ball';
    const at = foot === 0 ? 0 : body.soles[0].parts.length;
    for (let k = 0; k < parts.length; k++) if (parts[k] === part && this.firmness[at + k] > FIRM) return true;
    return false;
  }
}
