import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import {
  type PersonRef,
  statusNames,
  type TicketStatus,
} from "../../../../shared/tickets/vocabulary.ts";
import type { FurtherAct } from "../../../app/keyboard/keys.ts";
import { addFollower, type Change, removeFollower } from "../actions/changes.ts";
import type { PickerName } from "../properties/use-pickers.ts";
import type { MoreMenuProps } from "./MoreMenu.tsx";

type MenuActs = Pick<
  MoreMenuProps,
  "onStatus" | "onFollowUp" | "onCopyLink" | "onUnread" | "onMerge" | "onSplit" | "onSpam"
>;

interface Further extends MenuActs {
  /** Null where it is none, or is it for good. */
  onNotSpam: (() => void) | null;
  ticket: TicketDetails;
  me: PersonRef;
  show: (picker: PickerName) => void;
  onChange: (change: Change) => void;
}

/** What can be done with a ticket and has no key: for the palette, where all of it is found by name. */
export function actsWithoutKey(given: Further): FurtherAct[] {
  const { ticket, me, show, onChange, onStatus, onFollowUp } = given;
  const { onCopyLink, onUnread, onMerge, onSplit, onSpam, onNotSpam } = given;
  const { may, status, followers } = ticket;
  const follows = followers.some(({ id }) => id === me.id);
  const acts: FurtherAct[] = may.moveTo
    .filter((next) => next !== "resolved")
    .map((next) => ({ label: wordsFor(next), run: () => onStatus(next) }));
  const add = (label: string, run: (() => void) | null | false) => {
    if (run) acts.push({ label, run });
  };
  add("Open follow-up ticket", onFollowUp);
  add("Set team", may.update && (() => show("team")));
  add("Set type", may.update && (() => show("type")));
  const open = may.update && status !== "closed";
  add("Change the requester", open && (() => show("requester")));
  add("Change the company", open && (() => show("company")));
  add(
    follows ? "Stop following" : "Follow this ticket",
    open &&
      (() =>
        onChange({
          ...(follows ? removeFollower(me) : addFollower(me)),
          done: (number) => (follows ? `You follow #${number} no longer` : `You follow #${number}`),
        })),
  );
  add("Add a follower", open && (() => show("followers")));
  add("Link another ticket", may.update && (() => show("links")));
  add("Merge with…", onMerge);
  add("Split…", onSplit);
  add("Mark as unread", onUnread);
  add("Copy link", onCopyLink);
  add("Mark as spam", onSpam);
  add("Not spam", onNotSpam);
  return acts;
}

function wordsFor(next: TicketStatus): string {
  return next === "closed" ? "Close ticket…" : `Set ${statusNames[next]}`;
}
