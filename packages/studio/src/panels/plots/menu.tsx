/** A button that opens a small menu in the browser's top layer. Escape and a click elsewhere close it. */
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef } from 'react';

interface MenuProps {
  readonly name: string; // for people who do not see the picture
  readonly label: ReactNode;
  readonly className: string;
  readonly children: ReactNode;
  readonly disabled?: boolean;
}

export function Menu({ name, label, className, children, disabled }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  /** Below its button, or above where there is more room. */
  const place = (event: ToggleEvent<HTMLDivElement>): void => {
    if (event.newState !== 'open' || !button.current || !list.current) return;
    const box = button.current.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = list.current;
    const below = box.bottom + 4 + height < window.innerHeight || box.top < window.innerHeight - box.bottom;
    // Where neither side has the room, it moves up beside its button and, last, scrolls.
    const lowest = window.innerHeight - height - 8;
    const left = Math.max(8, Math.min(box.right - width, window.innerWidth - width - 8));
    list.current.style.left = `${left}px`;
    list.current.style.top = `${Math.max(8, Math.min(lowest, below ? box.bottom + 4 : box.top - height - 4))}px`;
    itemsOf(list.current)[0]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || !list.current || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    event.stopPropagation();
    const items = itemsOf(list.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + by + items.length) % items.length]?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={name}
        aria-haspopup="menu"
        title={name}
        popoverTarget={id}
        disabled={disabled}
      >
        {label}
      </button>
      <div
        ref={list}
        id={id}
        className="plots-menu"
        popover="auto"
        role="menu"
        aria-label={name}
        tabIndex={-1}
        onToggle={place}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </>
  );
}

const itemsOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('button, select')];

interface MenuItemProps {
  readonly children: ReactNode;
  readonly checked?: boolean;
  readonly title?: string;
  readonly onClick: () => void;
}

/** One line of a menu. With `checked` it switches something and the menu stays open. */
export function MenuItem({ children, checked, title, onClick }: MenuItemProps) {
  const state = checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked };
  return (
    <button
      type="button"
      {...state}
      title={title}
      onClick={(event) => {
        if (checked === undefined) event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick();
      }}
    >
      {checked !== undefined && <span className="plots-check">{checked ? '✓' : ''}</span>}
      {children}
    </button>
  );
}
