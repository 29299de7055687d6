import { type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "../../../components/cn.ts";
import { stopTyping } from "../../../data/live/typing.ts";
import type { SendPlan } from "./send-plan.ts";

interface ComposerFrameProps {
  kind: SendPlan["kind"];
  /** With content it stays open without the focus. */
  filled: boolean;
  onLeft: () => void;
  children: ReactNode;
}

/** A note has another colour than a reply. The composer opens when it gets the focus. */
export function ComposerFrame({ kind, filled, onLeft, children }: ComposerFrameProps) {
  const { opened, enter, leave } = useOpened();
  useEffect(() => stopTyping, []);
  return (
    <section
      data-slot="composer"
      aria-label={kind === "note" ? "Write an internal note" : "Write a reply"}
      data-open={opened || filled}
      onFocus={(event) => enter(event.target)}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        leave();
        stopTyping();
        onLeft();
      }}
      className={cn(
        "group/composer relative mx-4 mb-3 max-w-182 shrink-0 rounded-lg border p-2.5 transition-[border-color,box-shadow] duration-100 focus-within:ring-3 max-shell:mx-2 max-shell:mb-2 print:hidden",
        kind === "note"
          ? "border-note-border bg-note focus-within:border-note-foreground/50 focus-within:ring-note-foreground/15"
          : "border-input bg-card focus-within:border-ring focus-within:ring-ring/20",
      )}
    >
      {children}
    </section>
  );
}

/** By then a press that took the focus is over, also on a touch screen. */
const pause = 200;

/**
 * Whether the composer is open. It opens with the focus in its text and closes only when nothing is
 * pressed, so that a button does not move away from under a finger.
 */
function useOpened() {
  const [opened, setOpened] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const closeLater = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (document.querySelector(":active")) closeLater();
      else setOpened(false);
    }, pause);
  };
  return {
    opened,
    enter(target: EventTarget) {
      clearTimeout(timer.current);
      if (target instanceof HTMLTextAreaElement) setOpened(true);
    },
    leave: closeLater,
  };
}
