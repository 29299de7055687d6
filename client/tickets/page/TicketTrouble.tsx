import { Compass } from "lucide-react";
import { Link } from "react-router-dom";
import type { Failure } from "../../lib/errors.ts";
import { ListTrouble } from "../../parts/list/ListTrouble.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

interface TicketTroubleProps {
  number: number;
  failure: Failure;
  retry: () => void;
  listAddress: string;
}

/** A ticket that is not there, is not theirs, or could not be fetched: the first two look the same. */
export function TicketTrouble({ number, failure, retry, listAddress }: TicketTroubleProps) {
  if (failure.code !== "not_found") return <ListTrouble failure={failure} retry={retry} />;
  return (
    <EmptyState
      icon={Compass}
      title={`There is no ticket #${number}`}
      action={
        <Button asChild variant="outline">
          <Link to={listAddress}>Back to the list</Link>
        </Button>
      }
    >
      Its number may be mistyped, or you may not see it.
    </EmptyState>
  );
}
