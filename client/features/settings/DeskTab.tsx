import { type DeskSettings, deskLimits } from "../../../shared/desk.ts";
import { nameAsKept } from "../../../shared/name-as-kept.ts";
import { ListTrouble } from "../../components/list/ListTrouble.tsx";
import { Section } from "../../components/Section.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { AccentSetting } from "./AccentSetting.tsx";
import { AuditSetting } from "./AuditSetting.tsx";
import { LanguageSetting } from "./LanguageSetting.tsx";
import { LineSetting, readWhole } from "./LineSetting.tsx";
import { LogoSetting } from "./LogoSetting.tsx";
import { useDesk } from "./use-desk.ts";

/** What holds for everybody. Each setting is saved by itself, and shows at once. */
export function DeskTab() {
  const { desk, failure, retry } = useDesk();
  if (!desk && failure) return <ListTrouble failure={failure} retry={retry} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-190 flex-col px-4 pb-12 shell:px-6">
        <h1 className="py-4 font-semibold text-base">Desk</h1>
        {desk ? <Settings desk={desk} /> : <Waiting />}
      </div>
    </div>
  );
}

function Settings({ desk }: { desk: DeskSettings }) {
  return (
    <>
      <Section title="Name and look" description="On every page, at sign-in and in every mail.">
        <div className="flex flex-col gap-5">
          <LineSetting
            field="name"
            label="Name"
            hint="Customers read it as the sender of mail."
            value={desk.name}
            read={(text) => nameAsKept(text) || { wrong: "The desk needs a name." }}
            maxLength={deskLimits.name}
          />
          <LogoSetting desk={desk} />
          <AccentSetting value={desk.accent} />
        </div>
      </Section>
      <Section title="Times" description="When a ticket is late, and when it is over.">
        <div className="grid gap-5 shell:grid-cols-2">
          <LineSetting
            field="overdueHours"
            label="Overdue after"
            noun="Overdue hours"
            hint="Counted from when a customer began to wait."
            unit={["hour", "hours"]}
            value={desk.overdueHours}
            read={readWhole(deskLimits.overdueHours)}
            maxLength={4}
          />
          <LineSetting
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
      <Section title="Search" description="Word endings are understood: printer finds printers.">
        <LanguageSetting value={desk.language} />
      </Section>
      <Section title="Audit log" description="How long a record of what was done is kept.">
        <AuditSetting value={desk.auditMonths} />
      </Section>
    </>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="flex flex-col gap-6 border-t py-6">
      {["a", "b", "c", "d", "e"].map((key) => (
        <div key={key} className="grid gap-x-8 gap-y-2 shell:grid-cols-[12rem_minmax(0,1fr)]">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-9" />
        </div>
      ))}
    </div>
  );
}
