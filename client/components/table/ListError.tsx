import { Unplug } from "lucide-react";
import { type Failure, isSessionOver } from "../../data/errors.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";

export interface LoadErrorProps {
  failure: Failure;
  retry: () => void;
}

/** Shown in place of a list that could not be loaded. */
export function ListError({ failure, retry }: LoadErrorProps) {
  if (isSessionOver(failure)) return null;
  if (failure.offline) return <NotLoaded />;
  return (
    <div role="alert">
      <EmptyState
        icon={Unplug}
        title={failure.message}
        action={
          <Button variant="outline" onClick={retry}>
            Try again
          </Button>
        }
      >
        Nothing is lost. This just couldn't be loaded.
      </EmptyState>
    </div>
  );
}

/** The same for one section of a page whose other sections loaded. */
export function SectionError({ failure, retry }: LoadErrorProps) {
  if (isSessionOver(failure)) return null;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground">
      {failure.message}
      {!failure.offline && (
        <Button variant="outline" size="xs" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}
