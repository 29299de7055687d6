import { Link2, Mail, Trash2, UserRoundCheck, UserRoundX } from "lucide-react";
import type { UserRecord } from "../../../shared/users.ts";
import type { RecordChoice } from "../../components/record/RecordMenu.tsx";
import type { UserActs } from "./use-user-acts.ts";

/** What is done to somebody as a whole. Nobody disables or deletes themselves. */
export function userChoices(
  user: Pick<UserRecord, "state" | "mayCopyLink" | "invitation">,
  acts: UserActs,
  isOneself: boolean,
): (RecordChoice | null)[] {
  const { state, mayCopyLink, invitation } = user;
  const wasSent = invitation?.is !== "never";
  const links = state === "invited" ? toAnInvited(acts, wasSent) : toAnActive(acts);
  const [mail, copy] = links;
  const isDisabled = state === "disabled";
  return [
    ...(isDisabled ? [] : [mail]),
    ...(mayCopyLink ? [copy] : []),
    ...(isOneself ? [] : [...(isDisabled ? [] : [null]), ...ends(acts, isDisabled)]),
  ];
}

type Links = [mail: RecordChoice, copy: RecordChoice];

function toAnInvited({ resend, copyLink }: UserActs, wasSent: boolean): Links {
  return [
    { label: wasSent ? "Resend invitation" : "Send invitation", icon: Mail, does: resend },
    { label: "Copy invitation link", icon: Link2, does: copyLink },
  ];
}

function toAnActive({ reset, copyLink }: UserActs): Links {
  return [
    { label: "Mail a reset link…", icon: Mail, does: reset },
    { label: "Copy a reset link…", icon: Link2, does: copyLink },
  ];
}

function ends({ enable, disable, remove }: UserActs, isDisabled: boolean): RecordChoice[] {
  return [
    isDisabled
      ? { label: "Enable user", icon: UserRoundCheck, does: enable }
      : { label: "Disable user", icon: UserRoundX, does: disable },
    { label: "Delete user…", icon: Trash2, does: remove, destructive: true },
  ];
}
