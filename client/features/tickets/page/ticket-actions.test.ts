import { expect, test } from "bun:test";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { actsWithoutKey } from "./further-acts.ts";

const nothing = () => {};
const ticket = {
  ...{ status: "open", followers: [] },
  may: { moveTo: [], update: false },
} as unknown as TicketDetails;
type Given = Parameters<typeof actsWithoutKey>[0];

const labels = (given: Partial<Given>) =>
  actsWithoutKey({
    ...{ ticket, me: { id: "maya", name: "Maya" }, show: nothing, onChange: nothing },
    ...{ onStatus: nothing, onCopyLink: nothing, onUnread: nothing },
    ...{ onFollowUp: null, onMerge: null, onSplit: null, onSpam: null, onNotSpam: null },
    ...given,
  }).map(({ label }) => label);

test("the palette offers of spam that it is none, as the words above the ticket do", () => {
  expect(labels({ onNotSpam: nothing })).toEqual(["Mark as unread", "Copy link", "Not spam"]);
  expect(labels({ onSpam: nothing })).toEqual(["Mark as unread", "Copy link", "Mark as spam"]);
});
