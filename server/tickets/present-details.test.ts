import { expect, test } from "bun:test";
import { initialValues, staffValuesOf } from "../../shared/tickets/fields.ts";
import { presentDetails, type StoredDetails, type StoredForStaff } from "./details.ts";
import type { StoredMessage } from "./timeline-items.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const reader = { actor: { id: "ana", role: "Customer" as const }, now, html: new Map() };

const row: StoredDetails = {
  ...{ id: "ticket", number: 7, subject: "It prints blank", status: "resolved" },
  ...{ requester: { id: "ana", name: "Ana Ruiz" }, company: null, assignee: null },
  ...{ createdAt: "2026-11-01T07:00:00.000000Z", updatedAt: "2026-11-02T07:00:00.250000Z" },
  ...{ lastResolvedAt: "2026-11-02T07:00:00.000000Z", firstUnreadId: null, items: [] },
  ...{ rating: null, ratingComment: null, ratedAt: null },
};

const forStaff: StoredForStaff = {
  ...staffValuesOf(initialValues),
  ...{ version: 3, channel: "web", team: null, tags: [] },
  ...{ waitingFor: null, waitingSince: null, snoozedUntil: null, firstStaffReplyAt: null },
  ...{ reopenCount: 0, spamAt: null, followers: [], otherTickets: [], links: [] },
  ...{ requesterFirstName: "Ana", requesterEmail: null, requesterPhone: null },
  ...{ requesterTimeZone: null, companyNotes: "" },
};

const message: StoredMessage = {
  ...{ type: "message", id: "message", actId: null, tie: "message", rank: 1, state: "public" },
  body: "Hello",
  html: null,
  ...{ keyAt: "2026-11-01T08:00:00.000000Z", at: "2026-11-01T08:00:00.000000Z", mentions: null },
  ...{ personId: "maya", personName: "Maya Chen", personRole: "Agent" },
  ...{ redacted: false, redactedBy: null, releaseAt: null, releaseInMs: null, files: null },
  isMail: false,
};

test("a rating has its comment and time, and is empty without one", () => {
  expect(presentDetails(row, reader).rating).toBeNull();
  const rated = { rating: "bad", ratedAt: "2026-11-03T07:00:00.120000Z" } as const;
  const at = "2026-11-03T07:00:00.120Z";
  expect(presentDetails({ ...row, ...rated }, reader).rating).toEqual({
    ...{ rating: "bad", comment: "", at },
  });
  expect(presentDetails({ ...row, ...rated, ratingComment: "Slow" }, reader).rating).toEqual({
    ...{ rating: "bad", comment: "Slow", at },
  });
});

test("spam shows the end of the thirty days in which it can be unmarked", () => {
  const spamOf = (spamAt: string | null) =>
    presentDetails({ ...row, ...forStaff, spamAt }, reader).staff?.spam;
  expect(spamOf(null)).toBeNull();
  expect(spamOf("2026-11-20T07:00:00.000000Z")).toEqual({
    ...{ at: "2026-11-20T07:00:00.000Z", until: "2026-12-20T07:00:00.000Z" },
  });
});

test("an author is shown as staff or customer, and whether it was the reader", () => {
  const told = (given: Partial<StoredMessage>) => {
    const [item] = presentDetails({ ...row, items: [{ ...message, ...given }] }, reader).timeline
      .items;
    return item?.kind === "message" && [item.author, item.mine];
  };
  expect(told({})).toEqual([{ id: "maya", name: "Maya Chen", isStaff: true }, false]);
  expect(told({ personId: "ana", personName: "Ana Ruiz", personRole: "Customer" })).toEqual([
    { id: "ana", name: "Ana Ruiz", isStaff: false },
    true,
  ]);
});

test("a message has its files, and a redacted one has neither text nor files", () => {
  const file = { id: "file", name: "a.png", type: "image/png", size: 9, width: 2, height: 3 };
  const told = (given: Partial<StoredMessage>) => {
    const items = [{ ...message, files: [file], ...given }];
    return presentDetails({ ...row, items }, reader).timeline.items[0];
  };
  expect(told({})).toMatchObject({ files: [{ ...file, isImage: true }], redacted: false });
  expect(told({ redacted: true, body: null })).toMatchObject({ html: "", files: [] });
});

test("staff data is not shown to a Customer, nor whether they follow", () => {
  const forCustomer = presentDetails(row, reader);
  expect("staff" in forCustomer).toBe(false);
  expect(forCustomer.followers).toEqual([]);
  const followers = [{ id: "noah", name: "Noah Weber" }];
  const whole = presentDetails({ ...row, ...forStaff, followers }, reader);
  expect(whole).toMatchObject({ followers, staff: { version: 3, requesterFirstName: "Ana" } });
});
