import type { ReactNode } from "react";
import type { SignInRules } from "../../../shared/desk.ts";
import { formatNumber } from "../../components/format/format.ts";
import { ListError } from "../../components/table/ListError.tsx";
import { ScrollPane } from "../../components/ui/scroll-pane.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

/** The rules of signing in, with the numbers the server uses. */
export function SignInTab() {
  const rules = trpc.desk.signInRules.useQuery(undefined, { meta: { showsError: true } });
  if (rules.isError && !rules.data) {
    return <ListError failure={readFailure(rules.error)} retry={() => void rules.refetch()} />;
  }
  return (
    <ScrollPane className="min-h-0 flex-1 outline-offset-[-2px]">
      <div className="mx-auto flex max-w-190 flex-col gap-3 px-4 py-4 shell:px-6">
        <div>
          <h1 className="font-semibold text-base">Sign-in rules</h1>
          <p className="text-muted-foreground">These apply to everyone and can't be changed.</p>
        </div>
        {rules.data ? <Rules rules={rules.data} /> : <Waiting />}
      </div>
    </ScrollPane>
  );
}

function Rules({ rules }: { rules: SignInRules }) {
  const { passwordLength, idleHours, sessionDays, linkMinutes, perAccountAndNetwork } = rules;
  return (
    <dl className="divide-y rounded-lg border">
      <Rule name="Password">
        {passwordLength.min} to {passwordLength.max} characters, not a commonly used password
      </Rule>
      <Rule name="Staff sessions">End after {duration(idleHours.staff)} of inactivity</Rule>
      <Rule name="Customer sessions">End after {duration(idleHours.customers)} of inactivity</Rule>
      <Rule name="All sessions">
        End after {duration(sessionDays * 24)}, regardless of activity
      </Rule>
      <Rule name="New password or role">Ends all sessions of that user</Rule>
      <Rule name="Password reset link">Works once, for {duration(linkMinutes.reset / 60)}</Rule>
      <Rule name="Invitation">Works once, for {duration(linkMinutes.invitation / 60)}</Rule>
      <Rule name="Wrong passwords from one network">
        After {perAccountAndNetwork.failures} for one account, a wait of{" "}
        {perAccountAndNetwork.firstWaitSeconds} seconds, doubling up to{" "}
        {perAccountAndNetwork.longestWaitMinutes} minutes
      </Rule>
      <Rule name="Wrong passwords for one account">
        After {rules.perAccountAnHour} an hour, only browsers that have signed in to it before can
        try
      </Rule>
      <Rule name="All wrong passwords">
        At most {rules.perAddressAMinute} a minute from one IP address and {rules.perNetworkAMinute}{" "}
        from its network; browsers that have signed in before are not affected
      </Rule>
    </dl>
  );
}

function Waiting() {
  return (
    <div aria-hidden="true" className="divide-y rounded-lg border">
      {["w-16", "w-28", "w-36", "w-20", "w-48", "w-40", "w-22", "w-44"].map((width) => (
        <div
          key={width}
          className="grid gap-x-6 gap-y-2 px-3.5 py-3.5 shell:grid-cols-[15rem_minmax(0,1fr)]"
        >
          <Skeleton className={width} />
          <Skeleton className="w-3/5" />
        </div>
      ))}
    </div>
  );
}

function Rule({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 px-3.5 py-2.5 shell:grid-cols-[15rem_minmax(0,1fr)]">
      <dt className="text-muted-foreground">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function duration(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} minutes`;
  if (hours < 48) return `${formatNumber(hours)} hours`;
  return `${formatNumber(hours / 24)} days`;
}
