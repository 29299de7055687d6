import { expect, test } from "bun:test";
import { isTimeZone, offsetAt } from "./local-time.ts";
import { listTicketsInput } from "./schemas/tickets.ts";
import { updateProfileInput } from "./schemas/users.ts";

test("a time zone has a name: Postgres reads the sign of a bare offset the other way round", () => {
  for (const offset of ["+01:00", "-08", "+0530"]) {
    expect([offset, isTimeZone(offset)]).toEqual([offset, false]);
    expect(listTicketsInput.safeParse({ timeZone: offset }).success).toBe(false);
    expect(updateProfileInput.safeParse({ timeZone: offset }).success).toBe(false);
  }
  expect(isTimeZone("Etc/GMT+5")).toBe(true);
});

test("what is kept of time zones does not grow with the ways to spell them", () => {
  const DateTimeFormat = Intl.DateTimeFormat;
  let made = 0;
  class Counted extends DateTimeFormat {
    constructor(...given: ConstructorParameters<typeof DateTimeFormat>) {
      super(...given);
      made += 1;
    }
  }
  const madeFor = (timeZone: string) => {
    const before = made;
    offsetAt(0, timeZone);
    return made - before;
  };
  Object.assign(Intl, { DateTimeFormat: Counted });
  try {
    madeFor("Asia/Tokyo");
    expect(madeFor("Asia/Tokyo")).toBe(0);
    const spelled = (way: number) =>
      Array.from("asia/tokyo", (letter, at) => ((way >> at) & 1 ? letter.toUpperCase() : letter));
    for (let way = 0; way < 1024; way += 1) madeFor(spelled(way).join(""));
    expect(madeFor("Asia/Tokyo")).toBe(1);
  } finally {
    Object.assign(Intl, { DateTimeFormat });
  }
});
