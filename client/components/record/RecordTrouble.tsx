import { Compass } from "lucide-react";
import { Link } from "react-router-dom";
import type { Failure } from "../../data/errors.ts";
import { ListTrouble } from "../table/ListTrouble.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

interface RecordTroubleProps {
  /** `company`, `user` */
  noun: string;
  /** Why it is not there any more. */
  gone: string;
  failure: Failure;
  retry: () => void;
  listAddress: string;
}

/** A record that is not there any more, or could not be fetched. */
export function RecordTrouble({ noun, gone, failure, retry, listAddress }: RecordTroubleProps) {
  if (failure.code !== "not_found") return <ListTrouble failure={failure} retry={retry} />;
  return (
    <EmptyState
      icon={Compass}
      title={`This ${noun} doesn't exist`}
      action={
        <Button asChild variant="outline">
          <Link to={listAddress}>Back to the list</Link>
        </Button>
      }
    >
      {gone}
    </EmptyState>
  );
}
