import { type ComponentType, useEffect, useRef, useState } from "react";
import { useStore } from "../../data/store.ts";
import { type Notice, notices, noticesRegion } from "../notices.ts";
import { NoticeCard } from "./notice-card.tsx";

/**
 * All notices, above dialogs and never over the next step: at the bottom right, on phones below the
 * headings, and next to a conversation at its top. An open dialog hides the rest
 * of the page from screen readers and the pointer; aria-live and a class exempt the notices. F8 focuses them,
 * also from a dialog, and Escape returns.
 */
export function Notices() {
  const shown = useStore(notices);
  /** While one notice is hovered, the others keep their places. */
  const [held, setHeld] = useState<readonly Notice[]>([]);
  const region = useRef<HTMLElement>(null);
  const [entered, setEntered] = useState(false);
  const FocusBorrower = useFocusBorrower(shown.length > 0);

  useEffect(() => {
    const enter = (event: KeyboardEvent) => {
      if (event.key !== "F8" || notices.get().length === 0) return;
      event.preventDefault();
      setEntered(true);
    };
    document.addEventListener("keydown", enter);
    return () => document.removeEventListener("keydown", enter);
  }, []);

  useEffect(() => {
    if (shown.length === 0) setEntered(false);
  }, [shown.length]);

  return (
    <section
      ref={region}
      data-slot={noticesRegion}
      aria-label="Notices (F8)"
      aria-live="off"
      onBlur={(event) => {
        const next = event.relatedTarget;
        if (next && !event.currentTarget.contains(next)) setEntered(false);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") setEntered(false);
      }}
      className="notices pointer-events-none fixed right-0 bottom-0 z-70 flex max-h-dvh w-full max-w-96 flex-col gap-2 overflow-y-auto p-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-shell:top-40 max-shell:bottom-auto max-shell:max-h-[calc(100dvh-10rem)] max-shell:pt-1 shell:[:root:has([data-slot=form-foot],[data-slot=composer])_&]:pb-20 shell:[:root:has([data-slot=selection-bar])_&]:pb-20"
    >
      {entered && FocusBorrower && (
        <FocusBorrower borrow={() => region.current?.querySelector("button")?.focus()} />
      )}
      {[...shown.filter((notice) => !held.includes(notice)), ...held].map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          gone={!shown.includes(notice)}
          onHold={(holds) => setHeld(holds ? notices.get() : [])}
        />
      ))}
    </section>
  );
}

type FocusBorrowerPart = ComponentType<{ borrow: () => void }>;

/** Loaded with the first notice, to be ready when F8 is pressed. */
function useFocusBorrower(wanted: boolean): FocusBorrowerPart | null {
  const [part, setPart] = useState<FocusBorrowerPart | null>(null);
  const missing = wanted && !part;
  useEffect(() => {
    if (!missing) return;
    import("./focus-borrower.tsx").then(
      ({ FocusBorrower }) => setPart(() => FocusBorrower),
      () => undefined,
    );
  }, [missing]);
  return part;
}
