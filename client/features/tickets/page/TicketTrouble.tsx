import { Compass } from "lucide-react";
import { Link } from "react-router-dom";
import { ListTrouble } from "../../../components/list/ListTrouble.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import type { Failure } from "../../../data/errors.ts";

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
