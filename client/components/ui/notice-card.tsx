import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cn } from "../cn.ts";
import {
  dismissNotice,
  type Notice,
  type NoticeKind,
  noticeCard,
  pauseNotice,
  resumeNotice,
} from "../notices.ts";
import { Button } from "./button.tsx";
import { Kbd } from "./kbd.tsx";

const looks = {
  info: { icon: Info, name: "Info", tint: "text-info", edge: "border-l-info" },
  success: { icon: CircleCheck, name: "Success", tint: "text-success", edge: "border-l-success" },
  warning: { icon: TriangleAlert, name: "Warning", tint: "text-warning", edge: "border-l-warning" },
  error: {
    icon: CircleAlert,
    name: "Error",
    tint: "text-destructive",
    edge: "border-l-destructive",
  },
} satisfies Record<NoticeKind, unknown>;

interface NoticeCardProps {
  notice: Notice;
  /** Dismissed, but its space remains. */
  gone: boolean;
  onHold: (holds: boolean) => void;
}

export function NoticeCard({ notice, gone, onHold }: NoticeCardProps) {
  const { icon: Icon, name, tint, edge } = looks[notice.kind];
  const filled = useNextFrame();
  const pause = () => pauseNotice(notice.id);
  const resume = () => resumeNotice(notice.id);
  const leave = (card: HTMLElement) => {
    if (!card.matches(":hover") && !card.contains(document.activeElement)) resume();
  };
  const wasPointedAt = useRef(false);
  const hold = (holds: boolean) => {
    if (holds !== wasPointedAt.current) onHold(holds);
    wasPointedAt.current = holds;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role, and is no control.
    <div
      role={notice.kind === "error" ? "alert" : "status"}
      data-slot={gone ? undefined : noticeCard}
      aria-atomic="true"
      data-kind={notice.kind}
      // Not pointerenter: a card that appears under a resting pointer is not hovered.
      onPointerMove={() => {
        pause();
        hold(true);
      }}
      onPointerLeave={(event) => {
        leave(event.currentTarget);
        hold(false);
      }}
      onFocus={pause}
      onBlur={(event) => {
        const card = event.currentTarget;
        requestAnimationFrame(() => leave(card));
      }}
      className={cn(
        gone && "invisible",
        "pointer-events-auto flex animate-rise-in items-start gap-2.5 pointer-coarse:items-center rounded-lg border border-l-3 bg-popover py-2.5 pr-2 pl-3 text-popover-foreground shadow-float",
        edge,
      )}
    >
      {filled && (
        <>
          <Icon role="img" aria-label={name} className={cn("mt-0.5", tint)} />
          <div className="min-w-0 flex-1 text-sm">
            {notice.title && <p className="font-semibold">{notice.title}</p>}
            <p className={cn(notice.title ? "text-muted-foreground" : "font-medium")}>
              {notice.message}
            </p>
          </div>
          {notice.action && (
            <Button
              variant="link"
              size="inline"
              className="mt-0.5"
              onClick={() => {
                notice.action?.run();
                dismissNotice(notice.id);
              }}
            >
              {notice.action.label}
              {notice.action.shortcut && <Kbd>{notice.action.shortcut}</Kbd>}
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon-xs"
            aria-label="Dismiss"
            data-hint="Dismiss"
            className="pointer-coarse:-my-2.5"
            onClick={() => dismissNotice(notice.id)}
          >
            <X />
          </Button>
        </>
      )}
    </div>
  );
}

/** Screen readers announce what is added to a live region, not its initial content. */
function useNextFrame(): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPassed(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return passed;
}
