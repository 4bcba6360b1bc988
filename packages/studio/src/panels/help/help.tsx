/** The keyboard, and where to begin. */
import { Fragment } from 'react';
import { shortcutsWith } from '../../app/keyboard.ts';
import { useStore, useStudio } from '../../state/use-studio.ts';
import { Dialog } from '../../ui/dialog.tsx';
import './help.css';

const GROUPS = ['Time', 'View', 'Overlays', 'Work'] as const;

export function Help() {
  const { dispatch } = useStore();
  const open = useStudio((state) => state.view.help);
  const layers = useStudio((state) => state.layers);
  const mode = useStudio((state) => state.view.mode);
  const readable = useStudio((state) => state.catalogue?.readable);
  const shortcuts = shortcutsWith(layers, mode).filter(({ keys }) => keys !== '');
  return (
    <Dialog title="Help" open={open} onClose={() => dispatch({ type: 'view/set', view: { help: false } })}>
      <div className="help">
        <p>
          Drop a motion file or a folder anywhere on the page. Poise says where the motion tips, floats or slides; a
          click on a finding goes to its worst frame and shows which part of the body is to blame. Nothing leaves this
          machine.
        </p>
        <p>
          In React drag on the body to push it, or click on it, and a ball flies there; so it does in Crowd. Drag empty
          space to orbit; scroll or pinch to zoom.
        </p>
        {readable && <p className="soft">Reads {readable.join(' ')}</p>}
        <div className="help-columns">
          {GROUPS.map((group) => (
            <section key={group}>
              <h3>{group}</h3>
              <dl>
                {shortcuts
                  .filter((shortcut) => shortcut.group === group)
                  .map(({ keys, text }) => (
                    <Fragment key={text}>
                      <dt>
                        <kbd>{keys}</kbd>
                      </dt>
                      <dd>{text}</dd>
                    </Fragment>
                  ))}
              </dl>
            </section>
          ))}
        </div>
        <p className="soft">
          In the view: drag to turn, right drag or two fingers to move, wheel or pinch to come closer.
        </p>
      </div>
    </Dialog>
  );
}
