import { historyWords } from "../../../shared/user-history.ts";
import type { UserRecord } from "../../../shared/users.ts";
import { PartTrouble } from "../../components/list/ListTrouble.tsx";
import { RecordSection } from "../../components/record/RecordSection.tsx";
import { ShowAll } from "../../components/record/ShowAll.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { TimeAgo } from "../../components/ui/time-ago.tsx";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

/** What was done to them last, by whom; all of it, and that they came and went, is a log away. */
export function UserHistory({ user }: { user: UserRecord }) {
  const history = trpc.users.history.useQuery({ id: user.id }, { meta: { showsError: true } });
  return (
    <RecordSection
      title="History"
      aside={<ShowAll of="History" to={`/audit?on=user&id=${user.id}`} />}
    >
      {history.isPending && <Skeleton className="w-4/5" />}
      {history.isError && !history.data && (
        <PartTrouble failure={readFailure(history.error)} retry={() => void history.refetch()} />
      )}
      {history.data?.length === 0 && <p className="text-faint">Nothing yet.</p>}
      <ul className="flex flex-col gap-1.5">
        {history.data?.map((line) => (
          <li key={line.id} className="flex items-baseline gap-2 text-muted-foreground text-sm">
            <span dir="auto" className="min-w-0 flex-1 break-words text-left">
              {historyWords(line, user.id)}
            </span>
            <TimeAgo at={line.at} className="text-xs" />
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}
