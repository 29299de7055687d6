import {
  type DeskDetails,
  deskLimits,
  languageName,
  type SearchLanguage,
  searchLanguages,
} from "../../../shared/desk.ts";
import { normalizeName } from "../../../shared/normalize-name.ts";
import { formatNumber } from "../../components/format/format.ts";
import { savesOnLeaving } from "../../components/SavedTextField.tsx";
import { Section } from "../../components/Section.tsx";
import { ListError } from "../../components/table/ListError.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { SelectField } from "../../components/ui/select-field.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { trpc } from "../../data/trpc.ts";
import { AccentSetting } from "./AccentSetting.tsx";
import { AuditSetting } from "./AuditSetting.tsx";
import { LogoSetting } from "./LogoSetting.tsx";
import { OldTicketsSetting } from "./OldTicketsSetting.tsx";
import { readWhole, TextSetting } from "./TextSetting.tsx";
import { useDesk, useSaveSetting } from "./use-desk.ts";

/** Settings for the whole desk. Each is saved separately and applies immediately. */
export function DeskTab() {
  const { desk, failure, retry } = useDesk();
  if (!desk && failure) return <ListError failure={failure} retry={retry} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-190 flex-col px-4 pb-12 shell:px-6">
        <header className="py-4">
          <h1 className="font-semibold text-base">Desk</h1>
          <p className="text-muted-foreground">{savesOnLeaving}</p>
        </header>
        {desk ? <Settings desk={desk} /> : <Waiting />}
      </div>
    </div>
  );
}

function Settings({ desk }: { desk: DeskDetails }) {
  return (
    <>
      <Section
        title="Name and appearance"
        description="Shown on every page, at sign-in and in every email."
      >
        <div className="flex flex-col gap-5">
          <TextSetting
            field="name"
            label="Name"
            hint="Shown to customers as the sender name."
            value={desk.name}
            read={(text) => normalizeName(text) || { wrong: "Enter a name." }}
            maxLength={deskLimits.name}
          />
          <LogoSetting desk={desk} />
          <AccentSetting value={desk.accent} />
        </div>
      </Section>
      <Section title="Deadlines" description="When a ticket is overdue, and when it is closed.">
        <div className="grid gap-5 shell:grid-cols-2">
          <TextSetting
            field="overdueHours"
            label="Overdue after"
            noun="Overdue hours"
            hint="Counted from the customer's first unanswered message."
            unit={["hour", "hours"]}
            value={desk.overdueHours}
            read={readWhole(deskLimits.overdueHours)}
            maxLength={4}
          />
          <TextSetting
            field="autoCloseDays"
            label="Closed after"
            noun="Auto-close days"
            hint="Counted from when it was resolved."
            unit={["day", "days"]}
            value={desk.autoCloseDays}
            read={readWhole(deskLimits.autoCloseDays)}
            maxLength={4}
          />
        </div>
      </Section>
      <Section
        title="Hourly limits"
        description="How much one customer can send in an hour. Agents can send ten times as much."
      >
        <div className="grid gap-5 shell:grid-cols-2">
          <TextSetting
            field="messagesPerHour"
            label="Messages"
            noun="Message limit"
            hint="Replies and the first message of each new ticket."
            unit={["an hour", "an hour"]}
            value={desk.messagesPerHour}
            read={readWhole(deskLimits.perHour)}
            maxLength={6}
          />
          <TextSetting
            field="ticketsPerHour"
            label="New tickets"
            noun="Ticket limit"
            hint="Follow-ups to closed tickets count as messages."
            unit={["an hour", "an hour"]}
            value={desk.ticketsPerHour}
            read={readWhole(deskLimits.perHour)}
            maxLength={6}
          />
          <TextSetting
            field="uploadMbPerHour"
            label="Uploads"
            noun="Upload limit"
            hint="All files together. One file can be up to 25 MB."
            unit={["MB an hour", "MB an hour"]}
            value={desk.uploadMbPerHour}
            read={readWhole(deskLimits.uploadMbPerHour)}
            maxLength={6}
          />
          <TextSetting
            field="invitationsPerHour"
            label="Invitations"
            noun="Invitation limit"
            hint="Sent by one Super Admin, password links included. Imports aren't limited."
            unit={["an hour", "an hour"]}
            value={desk.invitationsPerHour}
            read={readWhole(deskLimits.perHour)}
            maxLength={6}
          />
        </div>
      </Section>
      <Section
        title="Search"
        description="Different word endings are found: printer finds printers."
      >
        <LanguageSetting value={desk.language} />
      </Section>
      <Section title="Audit log" description="How long entries are kept.">
        <AuditSetting value={desk.auditMonths} />
      </Section>
      <Section title="Old tickets" description="What happens to tickets closed long ago.">
        <OldTicketsSetting value={desk} />
      </Section>
      <p className="border-t pt-4 text-muted-foreground text-xs">Frontdesk {desk.version}</p>
    </>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="flex flex-col gap-6 border-t py-6">
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <div key={key} className="grid gap-x-8 gap-y-2 shell:grid-cols-[12rem_minmax(0,1fr)]">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-9" />
        </div>
      ))}
    </div>
  );
}

/** A change rebuilds the search index, with its progress below. */
function LanguageSetting({ value }: { value: SearchLanguage }) {
  const { save, error } = useSaveSetting("language", "Search language");
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label="Language"
        error={error}
        hint="Other languages still work."
        inputClassName="max-w-72"
        value={value}
        options={searchLanguages}
        nameOf={languageName}
        onChange={(next) => save(next, value)}
      />
      <RebuildProgress />
    </div>
  );
}

const runningIntervalMs = 700;

function RebuildProgress() {
  const { data } = trpc.desk.searchRebuild.useQuery(undefined, {
    meta: { showsError: true },
    refetchInterval: ({ state }) => (state.data?.rebuild ? runningIntervalMs : false),
  });
  const rebuild = data?.rebuild;
  if (!rebuild) return null;
  const { done, total } = rebuild;
  return (
    <div role="status" className="flex flex-col gap-1.5 rounded-md border px-3 py-2.5">
      <p>
        Rebuilding the search index
        {total !== null && (
          <span className="text-muted-foreground tabular-nums">
            {" "}
            · {formatNumber(done)} of {formatNumber(total)}
          </span>
        )}
      </p>
      <Progress label="Tickets indexed" value={Math.min(done, total ?? 0)} max={total || 1} />
      <p className="text-muted-foreground text-xs">
        Search keeps working and uses both languages until this is done.
      </p>
    </div>
  );
}
