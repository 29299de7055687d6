import { CloudOff } from "lucide-react";
import { offlineMessages } from "../../data/connection.ts";
import { EmptyState } from "./empty-state.tsx";

/** In place of what was never fetched, while there is no line. */
export function NotLoaded() {
  return (
    <div role="status">
      <EmptyState icon={CloudOff} title={offlineMessages.notLoaded}>
        This will load when you're back online.
      </EmptyState>
    </div>
  );
}
