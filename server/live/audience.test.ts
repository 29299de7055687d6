import { expect, test } from "bun:test";
import { type Audience, newsFor } from "./audience.ts";
import type { ReadEvent } from "./read-events.ts";

const ticket: ReadEvent = {
  ...{ topic: "ticket", subjectId: "ticket", number: 7, version: 3, audience: "person" },
  ...{ companyIds: [], peopleIds: ["ana"], companyId: null, people: ["ana", "ben"] },
};
const customer = (userId: string): Audience => ({
  ...{ userId, staff: false, isSuperAdmin: false, seesAll: false, companies: new Set<string>() },
});

test("who begins to follow is told, and those who did before notice nothing", () => {
  expect(newsFor(ticket, customer("ana"))).toEqual({ topic: "ticket", id: "ticket", number: 7 });
  expect(newsFor(ticket, customer("ben"))).toBeNull();
  expect(newsFor({ ...ticket, audience: "staff" }, customer("ana"))).toBeNull();
});
