import { Unplug } from "lucide-react";
import { fallbackMessage } from "../../shared/error-words.ts";
import { Button } from "../components/ui/button.tsx";
import { EmptyState } from "../components/ui/empty-state.tsx";

/** A page that broke: the navigation around it still works. */
export function PageTrouble() {
  return (
    <div role="alert">
      <EmptyState
        icon={Unplug}
        title={fallbackMessage}
        action={
          <Button variant="outline" onClick={() => location.reload()}>
            Reload page
          </Button>
        }
      >
        Couldn't show this page. Your saved work is safe.
      </EmptyState>
    </div>
  );
}
