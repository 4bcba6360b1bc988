/** Colours for canvases: the CSS variables, read once per change of theme. */
import { type RefObject, useEffect, useState } from 'react';

const NAMES = [
  'bg',
  'panel',
  'panel-2',
  'line',
  'text',
  'text-2',
  'accent',
  'good',
  'bad',
  'warn',
  'left',
  'right',
  'double',
  'flight',
] as const;

export type ColourName = (typeof NAMES)[number];
export type Palette = Readonly<Record<ColourName | 'font', string>>;

const UNSTYLED = '#808080';

function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const colours = NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim() || UNSTYLED] as const);
  const font = style.getPropertyValue('--font').trim() || 'system-ui, sans-serif';
  return { ...(Object.fromEntries(colours) as Record<ColourName, string>), font };
}

/** The palette where `element` stands; undefined until it is on the page. */
export function usePalette(element: RefObject<Element | null>): Palette | undefined {
  const [palette, setPalette] = useState<Palette>();
  useEffect(() => {
    const read = (): void => {
      if (element.current) setPalette(readPalette(element.current));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', read);
    return () => {
      observer.disconnect();
      system.removeEventListener('change', read);
    };
  }, [element]);
  return palette;
}

/** Black or white, whichever reads better on a colour given as #rrggbb. */
export function inkOn(colour: string): string {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1];
  if (!hex) return '#000000';
  const [r, g, b] = [0, 2, 4].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}
