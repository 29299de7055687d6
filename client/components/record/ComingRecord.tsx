import { Compass } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Failure } from "../../data/errors.ts";
import { ListError } from "../table/ListError.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Record } from "./Record.tsx";
import { RecordHeader } from "./RecordHeader.tsx";

interface ComingRecordProps {
  /** `company`, `user` */
  noun: string;
  /** Why it no longer exists, if it does not. */
  gone: string;
  lead: ReactNode;
  /** The name known from the list. */
  name: string | undefined;
  subtitle?: ReactNode;
  failure: Failure | null;
  retry: () => void;
  listAddress: string;
}

/** A record that is loading or could not be loaded. */
export function ComingRecord(props: ComingRecordProps) {
  const { noun, gone, lead, name, subtitle, failure, retry, listAddress } = props;
  const Noun = noun.charAt(0).toUpperCase() + noun.slice(1);
  return (
    <Record
      label={name ?? Noun}
      header={
        <RecordHeader
          lead={lead}
          title={name ?? (failure ? Noun : <Skeleton className="w-40" />)}
          subtitle={subtitle}
          listAddress={listAddress}
        />
      }
    >
      {failure ? (
        <RecordError
          noun={noun}
          gone={gone}
          failure={failure}
          retry={retry}
          listAddress={listAddress}
        />
      ) : (
        <RecordSkeleton />
      )}
    </Record>
  );
}

const facts = ["w-20", "w-44", "w-16", "w-28", "w-36", "w-24"];

/** The skeleton of a record's body; the header shows what the list knew. */
function RecordSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className="flex flex-col">
      <div className="flex flex-col gap-0.5 pb-3">
        {facts.map((width) => (
          <div key={width} className="grid h-8 grid-cols-[6.5rem_minmax(0,1fr)] items-center">
            <Skeleton className="w-14" />
            <Skeleton className={width} />
          </div>
        ))}
      </div>
      <div className="flex flex-col gap-4 border-t pt-4">
        <Skeleton className="w-24" />
        <Skeleton />
        <Skeleton className="w-4/5" />
        <Skeleton className="w-3/5" />
      </div>
    </div>
  );
}

interface RecordErrorProps {
  /** `company`, `user` */
  noun: string;
  /** Why it no longer exists. */
  gone: string;
  failure: Failure;
  retry: () => void;
  listAddress: string;
}

/** A record that no longer exists or could not be loaded. */
function RecordError({ noun, gone, failure, retry, listAddress }: RecordErrorProps) {
  if (failure.code !== "not_found") return <ListError failure={failure} retry={retry} />;
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
