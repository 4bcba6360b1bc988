/** A sheet over the page: the browser traps the focus and Escape closes it. */
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './controls.tsx';

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, open, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !ref.current?.open) ref.current?.showModal();
    else if (!open) ref.current?.close();
  }, [open]);
  return (
    // A click on the backdrop reaches the dialog itself, not its content.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={ref}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <header>
        <h2>{title}</h2>
        <IconButton icon="close" name="Close" keys="Esc" onClick={onClose} />
      </header>
      {open && children}
    </dialog>
  );
}
