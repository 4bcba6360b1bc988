/** A name that is written in place. Enter or leaving the field takes it, Escape leaves it as it was. */
import { useEffect, useId, useRef } from 'react';

interface NameFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly known?: readonly string[]; // names to choose from
  readonly mayBeEmpty?: boolean;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

export function NameField({ label, value, placeholder, known = [], mayBeEmpty = false, ...on }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const names = useId();
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const settle = (text: string): void => {
    const name = text.trim();
    if (name !== value && (name !== '' || mayBeEmpty)) on.onName(name);
    on.onClose();
  };
  return (
    <>
      <input
        ref={field}
        className="entry-rename"
        aria-label={label}
        placeholder={placeholder}
        list={known.length > 0 ? names : undefined}
        defaultValue={value}
        onBlur={({ currentTarget }) => settle(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') on.onClose();
          event.stopPropagation();
        }}
      />
      {known.length > 0 && (
        <datalist id={names}>
          {known.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}
