import { expect, test } from "bun:test";
import { changesOf, emptyForm, fieldsOf, withAddress } from "./mailbox-form.ts";

test("the address of a known provider fills in its server, until something else is typed", () => {
  const google = withAddress(emptyForm, "team@gmail.com");
  expect(google).toMatchObject({
    name: "Team",
    host: "imap.gmail.com",
    port: "993",
    security: "tls",
    login: "team@gmail.com",
  });
  expect(withAddress(google, "team@gmx.de").host).toBe("imap.gmx.net");
  const typed = { ...google, host: "mail.acme.com", login: "team" };
  expect(withAddress(typed, "team@gmx.de")).toMatchObject({ host: "mail.acme.com", login: "team" });
});

test("a change sends the changed fields, with the values before", () => {
  const before = fieldsOf({ ...emptyForm, name: "Support", domains: "a.test" });
  const form = { ...emptyForm, name: "Support", domains: "a.test, b.test" };
  expect(changesOf(before, form)).toEqual({
    set: { domains: ["a.test", "b.test"] },
    base: { domains: ["a.test"] },
  });
});
