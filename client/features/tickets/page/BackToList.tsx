import { ArrowLeft } from "lucide-react";
import { Link } from "react-router-dom";
import { keyHint } from "../../../app/keyboard/keys.ts";
import { Button } from "../../../components/ui/button.tsx";
import { Hint } from "../../../components/ui/tooltip.tsx";

/** Where the list does not stand beside the ticket. */
export function BackToList({ to }: { to: string }) {
  return (
    <Hint label="Back to the list" shortcut={keyHint("ticket.leave")}>
      <Button asChild variant="ghost" size="icon-sm" className="-ml-1.5 print:hidden">
        <Link to={to} aria-label="Back to the list">
          <ArrowLeft />
        </Link>
      </Button>
    </Hint>
  );
}
