const openAfter = 350;
const closeAfter = 120;

/** So long a finger rests on something to ask what it is, and so far it may slip. */
const pressMs = 450;
const slip = 10;

type Listeners = { [Type in keyof DocumentEventMap]?: (event: DocumentEventMap[Type]) => void };

interface Before {
  pressed: PointerEvent | null;
  last: PointerEvent | FocusEvent;
}

/** Shows the words of whatever <Hint> is asked about, by what is done from now on and by what was done before. */
export function followHints(
  show: (target: HTMLElement | null) => void,
  prepare: () => void,
  before: Before,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (delay: number, target: HTMLElement | null) => {
    clearTimeout(timer);
    timer = setTimeout(() => show(target?.isConnected ? target : null), delay);
  };
  /** By a press that goes on, or was the last one. */
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
      // The page moved on under a pointer that rests where it pressed: nobody asked.
      if (pressedAt.x === event.clientX && pressedAt.y === event.clientY) return;
      const hinted = hintedAt(event.target);
      if (hinted) prepare();
      // Whoever moves onto the bubble itself wants to read on.
      if (isBubble(event.target)) clearTimeout(timer);
      else later(hinted ? openAfter : closeAfter, hinted);
    },
    pointerdown: ({ pointerType, target, clientX: x, clientY: y }) => {
      later(0, null);
      release();
      asked = false;
      pressedAt = { x, y };
      // In a list of which rows can be chosen a long press chooses one.
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
      if (hinted?.matches(":focus-visible")) later(0, hinted);
    },
    focusout: () => asked || later(0, null),
    click: (event) => {
      if (!asked || event.detail === 0) return;
      // The same finger does not press as well what it asked about.
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
  // What it opened stands there: words above that would only be in the way.
  if (hinted.matches('[aria-haspopup][aria-expanded="true"]')) return null;
  return hinted.dataset.hintCut === undefined || isCut(hinted) ? hinted : null;
}

/** Whether some of it has no room, in itself or in the cell it stands in. */
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
