import type { ReactNode } from "react";
import type { Failure } from "../../data/errors.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { Record } from "./Record.tsx";
import { RecordHeader } from "./RecordHeader.tsx";
import { RecordSkeleton } from "./RecordSkeleton.tsx";
import { RecordTrouble } from "./RecordTrouble.tsx";

interface ComingRecordProps {
  /** `company`, `user` */
  noun: string;
  /** Why it is not there any more, where it is not. */
  gone: string;
  lead: ReactNode;
  /** As far as the list knew it. */
  name: string | undefined;
  subtitle?: ReactNode;
  failure: Failure | null;
  retry: () => void;
  listAddress: string;
}

/** A record that has not come yet, or will not. */
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
        <RecordTrouble {...{ noun, gone, failure, retry, listAddress }} />
      ) : (
        <RecordSkeleton />
      )}
    </Record>
  );
}
