import { type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "../../../components/cn.ts";
import { stopTyping } from "../../../data/live/typing.ts";
import type { SendPlan } from "./send-plan.ts";

interface ComposerFrameProps {
  kind: SendPlan["kind"];
  /** There is something in it: it stays open though nobody is in it. */
  filled: boolean;
  onLeft: () => void;
  children: ReactNode;
}

/** A note is framed in another colour than what a customer reads; it opens for whoever comes in. */
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

/** After this a press that took the focus away is over, on a touch screen too. */
const pause = 200;

/**
 * Whether the composer has room to write in. It opens with the focus in its text, and closes once
 * nothing is pressed any more: what somebody presses must not move away from under their finger.
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
