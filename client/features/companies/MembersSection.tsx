import { useId, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { CompanyDetails, CompanyMember } from "../../../shared/companies.ts";
import { formatNumber } from "../../components/format/format.ts";
import { askForUser } from "../../components/people/requested-user.ts";
import { RecordSection } from "../../components/record/Record.tsx";
import { ListEnd } from "../../components/table/ListEnd.tsx";
import { SectionError } from "../../components/table/ListError.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Input } from "../../components/ui/input.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { StateDot } from "../../components/ui/state-dot.tsx";
import { Switch } from "../../components/ui/switch.tsx";
import { Hint } from "../../components/ui/tooltip.tsx";
import { type Failure, notifyError } from "../../data/errors.ts";
import { AddPerson } from "./AddPerson.tsx";
import { MemberChoices } from "./AgentChoices.tsx";
import { PersonRow, useRemovePerson } from "./PersonRow.tsx";
import { type useCompanyActions, useMembers } from "./use-company.ts";

interface MembersSectionProps {
  company: CompanyDetails;
  actions: ReturnType<typeof useCompanyActions>;
}

/** Up to this many members need no search field. */
const searchFrom = 10;

/** The customers of a company, with a switch for seeing all its tickets. */
export function MembersSection({ company, actions }: MembersSectionProps) {
  const [search, setSearch] = useState("");
  const navigate = useNavigate();
  const pages = useMembers(company.id, search);
  const removePerson = useRemovePerson(company);
  const report = (failure: Failure | null, retry: () => void) => {
    if (failure) notifyError(`${company.name} was not changed`, failure, retry);
  };
  const set = async (userId: string, seesAll?: boolean): Promise<void> =>
    report(await actions.setMember(userId, seesAll), () => void set(userId, seesAll));
  return (
    <RecordSection
      title="Members"
      count={formatNumber(company.memberCount)}
      aside={
        <AddPerson
          label="Add member"
          choices={MemberChoices}
          companyId={company.id}
          onChoose={({ id }) => void set(id)}
          onNew={(typed) => {
            askForUser({ company: { id: company.id, name: company.name }, typed });
            navigate(`/user/log?company=${company.id}`);
          }}
        />
      }
    >
      {(company.memberCount > searchFrom || search !== "") && (
        <Input
          size="sm"
          aria-label="Find a member"
          placeholder="Find a member"
          value={search}
          maxLength={100}
          onChange={(event) => setSearch(event.target.value)}
          className="mb-1"
        />
      )}
      {pages.failure && pages.rows.length === 0 ? (
        <SectionError failure={pages.failure} retry={pages.retry} />
      ) : pages.isWaiting ? (
        <Waiting />
      ) : pages.rows.length === 0 ? (
        <p className="text-faint">{search ? "No members match your search." : "No members yet."}</p>
      ) : (
        <>
          <p
            aria-hidden="true"
            className="mr-8 ml-auto w-16 whitespace-nowrap text-center text-faint text-xs pointer-coarse:mr-13"
          >
            All tickets
          </p>
          <ul aria-label="Members">
            {pages.rows.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                onSeesAll={(seesAll) => set(member.id, seesAll)}
                onRemove={() => void removePerson("member", member)}
              />
            ))}
          </ul>
        </>
      )}
      {pages.hasMore && !pages.isLoadingMore && !pages.moreFailed && (
        <Button variant="outline" size="sm" className="mt-1 print:hidden" onClick={pages.loadMore}>
          Show more
        </Button>
      )}
      <ListEnd pages={pages} />
    </RecordSection>
  );
}

interface MemberRowProps {
  member: CompanyMember;
  onSeesAll: (seesAll: boolean) => Promise<void>;
  onRemove: () => void;
}

function MemberRow({ member, onSeesAll, onRemove }: MemberRowProps) {
  const id = useId();
  const { name, state, seesAllTickets } = member;
  // Shown immediately, until the last change is answered.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const flips = useRef(0);
  const flip = async (seesAll: boolean) => {
    setWanted(seesAll);
    flips.current += 1;
    const flipped = flips.current;
    await onSeesAll(seesAll);
    if (flips.current === flipped) setWanted(null);
  };
  return (
    <PersonRow person={member} removal={`Remove ${name} from this company`} onRemove={onRemove}>
      {state !== "active" && (
        <Badge>
          <StateDot tone={state === "invited" ? "warning" : "muted"} />
          {state === "invited" ? "Invited" : "Disabled"}
        </Badge>
      )}
      <Hint label="Can see all tickets of the company, not only their own">
        <label htmlFor={id} className="flex w-16 shrink-0 justify-center">
          <Switch
            id={id}
            aria-label={`${name} sees all company tickets`}
            checked={wanted ?? seesAllTickets}
            onCheckedChange={(seesAll) => void flip(seesAll)}
          />
        </label>
      </Hint>
    </PersonRow>
  );
}

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3 pt-2">
      {["w-2/5", "w-1/2", "w-1/3"].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
