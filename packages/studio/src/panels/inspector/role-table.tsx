/** Which joint plays which part of a person. Choose from the list, or point at the bone in the view. */
import { type Clip, ROLES, type Role } from 'poise';
import { REQUIRED_ROLES } from 'poise/io';
import { useEffect, useState } from 'react';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { IconButton, Section } from '../../ui/controls.tsx';
import { jointName } from './joint-name.ts';
import { type RoleNames, roleProblem } from './role-problems.ts';
import { roleTitle } from './role-titles.ts';

/** Joint names per role, as they stand. */
function namesOf({ skeleton, roles }: Clip): RoleNames {
  if (roles.status !== 'humanoid') return {};
  return Object.fromEntries(
    ROLES.flatMap((role) => {
      const joint = roles.roles[role];
      return joint === undefined ? [] : [[role, jointName(skeleton, joint)]];
    }),
  );
}

interface Refusal {
  readonly role: Role;
  readonly words: string;
}

/** The table as it is being filled in. It is handed on once all that a person needs is there. */
function useDraft(clip: Clip) {
  const { dispatch } = useStore();
  const border = useStudio((state) => state.document.border);
  const [draft, setDraft] = useState<RoleNames>(() => namesOf(clip));
  const [refusal, setRefusal] = useState<Refusal>();
  useEffect(() => {
    setDraft(border.roles ?? namesOf(clip));
    setRefusal(undefined);
  }, [clip, border.roles]);
  const give = (role: Role, name: string): void => {
    const { [role]: before, ...others } = draft;
    const words = name === '' || name === before ? undefined : roleProblem(clip, others, role, name);
    setRefusal(words === undefined ? undefined : { role, words });
    if (words !== undefined || name === (before ?? '')) return;
    const next = name === '' ? others : { ...others, [role]: name };
    setDraft(next);
    const complete = REQUIRED_ROLES.every((required) => next[required]);
    if (complete) dispatch({ type: 'border/set', border: { ...border, roles: next } });
  };
  return { draft, refusal, give };
}

export function RoleTable({ clip, editable }: { readonly clip: Clip; readonly editable: boolean }) {
  const { dispatch } = useStore();
  const border = useStudio((state) => state.document.border);
  const { draft, refusal, give } = useDraft(clip);
  const missing = REQUIRED_ROLES.filter((role) => !draft[role]);
  useBonePicks(clip, give);
  const how =
    clip.roles.status === 'humanoid' ? { names: 'by name', topology: 'by shape', map: 'by hand' }[clip.roles.by] : '';
  return (
    <Section
      title="Parts of the body"
      aside={clip.roles.status === 'humanoid' ? `${clip.roles.rig}, ${how}` : 'nobody was found'}
    >
      {editable && missing.length > 0 && (
        <p className="soft">Still needed: {missing.map((role) => roleTitle(role).toLowerCase()).join(', ')}.</p>
      )}
      {editable && border.roles && (
        <button
          type="button"
          className="button"
          onClick={() => dispatch({ type: 'border/set', border: { ...border, roles: undefined } as never })}
        >
          Find the parts again
        </button>
      )}
      <table className="roles">
        <tbody>
          {ROLES.map((role) => (
            <RoleRow
              key={role}
              role={role}
              clip={clip}
              name={draft[role] ?? ''}
              editable={editable}
              refused={refusal?.role === role ? refusal.words : undefined}
              onGive={(name) => give(role, name)}
            />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** A click on a bone while a role waits for one. */
function useBonePicks(clip: Clip, give: (role: Role, name: string) => void): void {
  const { dispatch } = useStore();
  const picked = useStudio((state) => state.view.picked);
  const picking = useStudio((state) => state.view.picking);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pick is taken once, whoever takes it
  useEffect(() => {
    if (picked === undefined || picking === undefined) return;
    dispatch({ type: 'view/set', view: { picked: undefined, picking: undefined, highlight: undefined } });
    give(picking as Role, jointName(clip.skeleton, picked));
  }, [picked]);
}

interface RoleRowProps {
  readonly role: Role;
  readonly clip: Clip;
  readonly name: string;
  readonly editable: boolean;
  readonly refused: string | undefined;
  readonly onGive: (name: string) => void;
}

function RoleRow({ role, clip, name, editable, refused, onGive }: RoleRowProps) {
  const { dispatch } = useStore();
  const joints = clip.skeleton.names.map((_, joint) => jointName(clip.skeleton, joint));
  const point = (joint: number): void =>
    dispatch({ type: 'view/set', view: { highlight: joint < 0 ? undefined : joint } });
  return (
    <tr onPointerEnter={() => point(joints.indexOf(name))} onPointerLeave={() => point(-1)}>
      <th scope="row">{roleTitle(role)}</th>
      <td>
        {editable ? (
          <select
            className="plain"
            aria-label={roleTitle(role)}
            aria-invalid={refused !== undefined}
            value={name}
            onChange={(event) => onGive(event.target.value)}
          >
            <option value="">none</option>
            {joints.map((joint) => (
              <option key={joint} value={joint}>
                {joint}
              </option>
            ))}
          </select>
        ) : (
          <span className="soft">{name || 'none'}</span>
        )}
        {refused && (
          <p className="role-refused" role="alert">
            {refused}
          </p>
        )}
      </td>
      <td>{editable && <PickButton role={role} />}</td>
    </tr>
  );
}

function PickButton({ role }: { readonly role: Role }) {
  const { dispatch } = useStore();
  const picking = useStudio((state) => state.view.picking === role);
  return (
    <IconButton
      icon="pick"
      name={`Point at the ${roleTitle(role).toLowerCase()} in the view`}
      pressed={picking}
      onClick={() => dispatch({ type: 'view/set', view: { picking: picking ? undefined : role } })}
    />
  );
}
