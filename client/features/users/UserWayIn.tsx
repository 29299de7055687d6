import type { Invitation, UndeliveredLink, UserRecord } from "../../../shared/users.ts";
import { FieldRow } from "../../components/record/FieldRow.tsx";
import { ShortDay } from "../../components/ui/time-ago.tsx";

/** Whether an invitation lets them in, and what a mail server said of the last link that it did not take. */
export function UserWayIn({ user: { invitation, undelivered } }: { user: UserRecord }) {
  if (!invitation && !undelivered) return null;
  const refused = undelivered && <Refused why={undelivered.why} />;
  if (!invitation) return <FieldRow label="Reset link">{refused}</FieldRow>;
  return (
    <FieldRow label="Invitation">
      {!(refused && invitation.is === "undelivered") && (
        <p>
          <Words invitation={invitation} />
        </p>
      )}
      {refused}
    </FieldRow>
  );
}

function Words({ invitation }: { invitation: Invitation }) {
  if (invitation.is === "open") {
    return (
      <>
        Good until <ShortDay at={invitation.until} />
      </>
    );
  }
  if (invitation.is === "over") {
    return (
      <>
        Ran out <ShortDay at={invitation.since} />
      </>
    );
  }
  return words[invitation.is];
}

const words = {
  never: "Never sent",
  waiting: "Waits to be sent",
  kept: "Kept under Settings, sent to nobody",
  undelivered: "Not delivered",
  void: "None is open",
};

function Refused({ why }: Pick<UndeliveredLink, "why">) {
  return (
    <p className="wrap-anywhere text-danger-text">
      Not delivered: <bdi>{why}</bdi>
    </p>
  );
}
