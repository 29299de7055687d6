import { ArrowLeft, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { keyHint } from "../../app/keyboard/keys.ts";
import { Button } from "../ui/button.tsx";
import { Hint } from "../ui/tooltip.tsx";
import { useRoomForBoth } from "./record-pane.ts";

interface RecordHeaderProps {
  /** Shown before the name: an avatar or an icon. */
  lead: ReactNode;
  title: ReactNode;
  /** Distinguishes records with the same name. */
  subtitle?: ReactNode;
  /** Buttons, and a menu with further actions. */
  children?: ReactNode;
  /** The list's address, which closing leads to. */
  listAddress: string;
}

/** Name, actions and a close button: a cross next to the list, a back arrow when it covers the list. */
export function RecordHeader({ lead, title, subtitle, children, listAddress }: RecordHeaderProps) {
  const isBeside = useRoomForBoth();
  return (
    <header className="flex min-h-18 shrink-0 items-center gap-3 px-4.5 py-3">
      {!isBeside && <Leave to={listAddress} label="Back to the list" icon={<ArrowLeft />} />}
      {lead}
      <div className="min-w-0 flex-1">
        <h1 className="flex min-w-0 flex-col font-semibold text-lg/6">
          {typeof title === "string" ? (
            <span
              dir="auto"
              data-hint={title}
              data-hint-cut=""
              className="wrap-anywhere line-clamp-5 text-left"
            >
              {title}
            </span>
          ) : (
            title
          )}
        </h1>
        {subtitle && (
          <p
            data-hint={typeof subtitle === "string" ? subtitle : undefined}
            data-hint-cut=""
            className="wrap-anywhere line-clamp-3 text-muted-foreground"
          >
            {typeof subtitle === "string" ? atItsSign(subtitle) : subtitle}
          </p>
        )}
      </div>
      <div className="flex shrink-0 items-center gap-1">
        {children}
        {isBeside && <Leave to={listAddress} label="Close" icon={<X />} />}
      </div>
    </header>
  );
}

/** A long address breaks before its @ first. */
function atItsSign(words: string): ReactNode {
  const [name, ...rest] = words.split(/(?=@)/);
  return (
    <>
      {name}
      {rest.length > 0 && <wbr />}
      {rest.join("")}
    </>
  );
}

function Leave({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  return (
    <Hint label={label} shortcut={keyHint("record.leave")}>
      <Button asChild variant="ghost" size="icon-sm" className="-mx-1">
        <Link to={to} aria-label={label}>
          {icon}
        </Link>
      </Button>
    </Hint>
  );
}
