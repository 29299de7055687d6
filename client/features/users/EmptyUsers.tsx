import { Users } from "lucide-react";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";

/** There is always somebody: whoever looks. So it is what was asked that fits nobody. */
export function EmptyUsers({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={Users}
      title="No user found"
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    >
      Nobody fits what is searched and filtered here.
    </EmptyState>
  );
}
