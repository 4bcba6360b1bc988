/** Which part of the body carries the zero moment point how far from the middle of the support. */
import type { Explanation } from '../../state/types.ts';
import { useStore } from '../../state/use-studio.ts';

const cm = (metres: number): string => `${metres >= 0 ? '+' : '−'}${Math.abs(100 * metres).toFixed(1)}`;

export function ExplanationChart({ explanation: { parts, total, edge, way } }: { readonly explanation: Explanation }) {
  const { dispatch } = useStore();
  const point = (joint: number | undefined): void => dispatch({ type: 'view/set', view: { highlight: joint } });
  const sum = (part: (typeof parts)[number]): number => part.weight + part.motion;
  const largest = Math.max(
    0.01,
    ...parts.flatMap(({ weight, motion }) => [Math.abs(weight), Math.abs(motion), Math.abs(weight + motion)]),
  );
  const bar = (from: number, to: number): React.CSSProperties => ({
    left: `${50 + (45 * Math.min(from, to)) / largest}%`,
    width: `${(45 * Math.abs(to - from)) / largest}%`,
  });
  return (
    <figure className="explanation">
      <figcaption>
        The balance point (ZMP) lies <b>{Math.abs(100 * total).toFixed(1)} cm</b> {way} of the middle of the support,
        which ends at <b>{(100 * edge).toFixed(1)} cm</b>. Shares of the body:
      </figcaption>
      <ul>
        {parts.map((part) => (
          <li key={part.name} onPointerEnter={() => point(part.joints[0])} onPointerLeave={() => point(undefined)}>
            <span className="part" title={`${(100 * part.mass).toFixed(0)} % of the body's mass`}>
              {part.name}
            </span>
            <span className="bars" aria-hidden="true">
              <span className="bar weight" style={bar(0, part.weight)} />
              <span className="bar motion" style={bar(0, part.motion)} />
            </span>
            <span className="value">{cm(sum(part))} cm</span>
          </li>
        ))}
      </ul>
      <p className="key soft">
        <span className="swatch weight" /> from position <span className="swatch motion" /> from motion
      </p>
    </figure>
  );
}
