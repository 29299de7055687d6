import { CloudOff } from "lucide-react";
import { offlineMessages } from "../../data/connection.ts";
import { EmptyState } from "./empty-state.tsx";

/** Shown in place of content that was never loaded, while offline. */
export function NotLoaded() {
  return (
    <div role="status">
      <EmptyState icon={CloudOff} title={offlineMessages.notLoaded}>
        This will load when you're back online.
      </EmptyState>
    </div>
  );
}
