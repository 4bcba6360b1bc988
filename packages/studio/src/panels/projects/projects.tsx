/** The projects of this browser: change between them, name them, save one as a file. */
import { useEffect, useState } from 'react';
import type { ProjectInfo } from '../../app/project/database.ts';
import { nameOf } from '../../app/project/project.ts';
import { useApp } from '../../app/studio-context.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { IconButton } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { save } from '../export/save.ts';
import './projects.css';

export function Projects() {
  const { dispatch } = useStore();
  const open = useStudio((state) => state.view.projects);
  return (
    <Dialog title="Projects" open={open} onClose={() => dispatch({ type: 'view/set', view: { projects: false } })}>
      <ProjectList />
    </Dialog>
  );
}

/** The name of the open project, which opens the list. */
export function ProjectButton() {
  const { dispatch } = useStore();
  const name = useStudio((state) => nameOf(state));
  return (
    <button
      type="button"
      className="project-button"
      title="Projects: change, name, save as a file"
      onClick={() => dispatch({ type: 'view/set', view: { projects: true } })}
    >
      <Icon name="folder" size={14} />
      <span className="name">{name}</span>
      <Icon name="down" size={12} />
    </button>
  );
}

function ProjectList() {
  const { desk, store } = useApp();
  const name = useStudio((state) => nameOf(state));
  const [others, setOthers] = useState<readonly ProjectInfo[]>([]);
  useEffect(() => {
    let gone = false;
    void desk.list().then((all) => gone || setOthers(all.filter(({ id }) => id !== desk.openId)));
    return () => {
      gone = true;
    };
  }, [desk]);
  const tell = (error: Error): void =>
    store.dispatch({ type: 'notice/add', kind: 'error', text: `That did not work: ${error.message}` });
  const remove = async ({ id, name: other, clips }: ProjectInfo): Promise<void> => {
    if (clips > 0 && !confirm(`Delete the project “${other}” and what is in it? This cannot be undone.`)) return;
    await desk.remove(id);
    setOthers((all) => all.filter((one) => one.id !== id));
  };
  return (
    <div className="projects">
      <p className="soft">
        A project holds your files, the clips you made, edits, settings and the camera. It is kept in this browser as
        you work. Save it as a file to move it to another machine.
      </p>
      <label className="field">
        Name
        <input
          type="text"
          aria-label="Name of the project"
          defaultValue={name}
          maxLength={80}
          onChange={(event) => store.dispatch({ type: 'view/set', view: { project: event.target.value } })}
        />
      </label>
      <p className="project-tools">
        <button
          type="button"
          className="button main"
          onClick={() =>
            void desk
              .file()
              .then((file) => save(file.blob, file.name))
              .catch(tell)
          }
        >
          Save as a file (.poise)
        </button>
        <button type="button" className="button" onClick={() => void desk.create().catch(tell)}>
          New project
        </button>
      </p>
      {others.length > 0 && (
        <section aria-label="Other projects">
          <h3>Other projects</h3>
          <ul>
            {others.map((project) => (
              <li key={project.id}>
                <button type="button" className="project" onClick={() => void desk.change(project.id).catch(tell)}>
                  <span className="name">{project.name}</span>
                  <small>{project.clips === 1 ? '1 clip' : `${project.clips} clips`}</small>
                </button>
                <IconButton
                  icon="close"
                  name={`Delete the project ${project.name}`}
                  onClick={() => void remove(project).catch(tell)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
