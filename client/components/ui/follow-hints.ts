const openAfter = 350;
const closeAfter = 120;

/** How long a touch must last to show a hint, and how far it may move. */
const pressMs = 450;
const slip = 10;

type Listeners = { [Type in keyof DocumentEventMap]?: (event: DocumentEventMap[Type]) => void };

interface Before {
  pressed: PointerEvent | null;
  last: PointerEvent | FocusEvent;
}

/**
 * Shows the hint of the hovered or long-pressed element, or of one reached by Tab or an arrow key, starting with
 * the event that loaded this code.
 */
export function followHints(
  show: (target: HTMLElement | null) => void,
  prepare: () => void,
  before: Before,
  isMoving: () => boolean,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (delay: number, target: HTMLElement | null) => {
    clearTimeout(timer);
    timer = setTimeout(() => show(target?.isConnected ? target : null), delay);
  };
  /** The current or last touch was a long press. */
  let asked = false;
  let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null;
  const release = () => {
    clearTimeout(press?.timer);
    press = null;
  };
  const { pressed, last } = before;
  let pressedAt = { x: pressed?.clientX, y: pressed?.clientY };
  const listeners: Listeners = {
    pointerover: (event) => {
      if (event.pointerType === "touch") return;
      // The page scrolled under a resting pointer.
      if (pressedAt.x === event.clientX && pressedAt.y === event.clientY) return;
      const hinted = hintedAt(event.target);
      if (hinted) prepare();
      // The pointer may move onto the bubble to read it.
      if (isBubble(event.target)) clearTimeout(timer);
      else later(hinted ? openAfter : closeAfter, hinted);
    },
    pointerdown: ({ pointerType, target, clientX: x, clientY: y }) => {
      later(0, null);
      release();
      asked = false;
      pressedAt = { x, y };
      // In a list with selection, a long press selects a row instead.
      const isRow = target instanceof Element && target.closest("[data-row]");
      const hinted = pointerType === "touch" && !isRow ? hintedAt(target) : null;
      if (!hinted) return;
      prepare();
      const ask = () => {
        asked = true;
        show(hinted);
      };
      press = { timer: setTimeout(ask, pressMs), x, y };
    },
    pointermove: ({ clientX, clientY }) => {
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > slip) release();
    },
    pointerup: release,
    pointercancel: release,
    focusin: (event) => {
      const hinted = hintedAt(event.target);
      // Not when the focus only returns, as from a menu: the hint would cover what comes next.
      if (isMoving() && hinted?.matches(":focus-visible")) later(0, hinted);
    },
    focusout: () => asked || later(0, null),
    click: (event) => {
      if (!asked || event.detail === 0) return;
      // The touch that showed a hint must not also click.
      event.preventDefault();
      event.stopPropagation();
    },
  };
  const stop = new AbortController();
  for (const [type, listener] of Object.entries(listeners)) {
    const heard = listener as (event: Event) => void;
    document.addEventListener(type, heard, { signal: stop.signal, capture: true });
    if (type === last.type) heard(last);
  }
  return () => {
    clearTimeout(timer);
    release();
    stop.abort();
  };
}

function hintedAt(target: EventTarget | null): HTMLElement | null {
  const hinted = target instanceof Element ? target.closest<HTMLElement>("[data-hint]") : null;
  if (!hinted) return null;
  // A hint would cover the menu that this button has opened.
  if (hinted.matches('[aria-haspopup][aria-expanded="true"]')) return null;
  return hinted.dataset.hintCut === undefined || isCut(hinted) ? hinted : null;
}

/** Whether the text is truncated, in the element or in its cell. */
function isCut(hinted: HTMLElement): boolean {
  const cell = hinted.closest("td");
  const boxes = [hinted, ...hinted.querySelectorAll<HTMLElement>("*"), ...(cell ? [cell] : [])];
  return boxes.some(
    ({ clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
      clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 1),
  );
}

function isBubble(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-slot="hint"]') !== null;
}
