/** A list of many rows of one height: only those in sight, and a few beyond, are on the page. */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface VirtualListProps {
  readonly count: number;
  readonly rowHeight: number; // [px]
  readonly most: number; // rows in sight
  readonly name: string; // for people who do not see it
  readonly reveal: number | undefined; // row that must be in sight
  readonly row: (index: number) => ReactNode;
}

const BEYOND = 4; // rows on each side

export function VirtualList({ count, rowHeight, most, name, reveal, row }: VirtualListProps) {
  const place = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const height = Math.min(count, most) * rowHeight;
  useLayoutEffect(() => {
    const list = place.current;
    if (!list || reveal === undefined) return;
    const y = reveal * rowHeight;
    if (y < list.scrollTop || y + rowHeight > list.scrollTop + height) list.scrollTop = y - (height - rowHeight) / 2;
  }, [reveal, rowHeight, height]);
  const first = Math.max(0, Math.floor(top / rowHeight) - BEYOND);
  const last = Math.min(count - 1, Math.ceil((top + height) / rowHeight) + BEYOND);
  return (
    <ul
      ref={place}
      className="virtual-list"
      aria-label={name}
      style={{ height }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <li aria-hidden="true" style={{ height: first * rowHeight }} />
      {rowsBetween(first, last).map((index) => (
        <li key={index} style={{ height: rowHeight }} aria-setsize={count} aria-posinset={index + 1}>
          {row(index)}
        </li>
      ))}
      <li aria-hidden="true" style={{ height: Math.max(0, count - 1 - last) * rowHeight }} />
    </ul>
  );
}

const rowsBetween = (first: number, last: number): readonly number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => first + k);
