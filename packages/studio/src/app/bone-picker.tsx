/** While a part of the body waits for its bone: the bone under the pointer is named, a click gives it, Escape gives up. */
import { type RefObject, useEffect, useRef } from 'react';
import { jointName } from '../panels/inspector/joint-name.ts';
import { roleTitle } from '../panels/inspector/role-titles.ts';
import { clipOnStage } from '../state/selectors.ts';
import { useStore, useStudio } from '../state/use-studio.ts';
import { useApp } from './studio-context.ts';

const SLIP = 5; // [px] farther than this a click was a drag of the camera

interface BonePickerProps {
  readonly place: RefObject<HTMLDivElement | null>; // where the picture is
  readonly part: string; // the role
}

export function BonePicker({ place, part }: BonePickerProps) {
  const { viewport } = useApp();
  const { dispatch } = useStore();
  const skeleton = useStudio((state) => clipOnStage(state)?.skeleton);
  const label = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || !skeleton) return undefined;
    let pressed: { readonly x: number; readonly y: number } | undefined;
    const point = (event: PointerEvent): void => {
      if (event.type === 'pointerdown') pressed = { x: event.clientX, y: event.clientY };
      const joint = viewport.current?.pick(event.clientX, event.clientY);
      dispatch({ type: 'view/set', view: { highlight: joint } });
      write(label.current, element, event, joint === undefined ? '' : jointName(skeleton, joint));
    };
    const click = (event: MouseEvent): void => {
      const slipped = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLIP;
      const joint = slipped ? undefined : viewport.current?.pick(event.clientX, event.clientY);
      if (joint !== undefined) dispatch({ type: 'view/set', view: { picked: joint } });
    };
    const giveUp = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      dispatch({ type: 'view/set', view: { picking: undefined, highlight: undefined } });
    };
    const leave = (): void => write(label.current, element, undefined, '');
    element.addEventListener('pointermove', point);
    element.addEventListener('pointerdown', point);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('click', click);
    window.addEventListener('keydown', giveUp);
    return () => {
      element.removeEventListener('pointermove', point);
      element.removeEventListener('pointerdown', point);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('click', click);
      window.removeEventListener('keydown', giveUp);
    };
  }, [place, skeleton, dispatch, viewport]);
  return (
    <>
      <p className="stage-caption" role="status">
        Click on the bone of the <strong>{roleTitle(part).toLowerCase()}</strong>, or press Esc to leave it as it is.
      </p>
      <span ref={label} className="bone-label" hidden />
    </>
  );
}

/** Beside the pointer, written without a render. */
function write(label: HTMLElement | null, stage: HTMLElement, at: PointerEvent | undefined, text: string): void {
  if (!label) return;
  label.hidden = text === '';
  label.textContent = text;
  if (!at) return;
  const { left, top } = stage.getBoundingClientRect();
  label.style.transform = `translate(${at.clientX - left + 14}px, ${at.clientY - top + 14}px)`;
}
