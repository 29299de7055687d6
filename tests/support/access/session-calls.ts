import { type Call, each, everyone, onMissing, signedIn, staff } from "./callers.ts";

/** A user's own sessions, password and profile, and the public links. */
export const sessionCalls: Call[] = [
  { call: "session.current", row: { ...everyone, disabled: "session_expired" } },
  { call: "session.list", row: signedIn },
  {
    call: "session.end",
    on: "own",
    input: ({ ownSession }) => ({ id: ownSession }),
    row: signedIn,
  },
  {
    call: "session.end",
    on: "another's",
    input: ({ otherSession }) => ({ id: otherSession }),
    row: each(signedIn, "not_found"),
  },
  onMissing("session.end", signedIn),
  { call: "session.endOthers", row: signedIn },
  {
    call: "account.changePassword",
    input: () => ({ oldPassword: "wrong-password", newPassword: "another-horse" }),
    row: each(signedIn, "password_wrong"),
  },
  { call: "account.requestReset", input: () => ({ email: "unknown@nowhere.test" }), row: everyone },
  {
    call: "account.readLink",
    input: () => ({ token: "spent" }),
    row: each(everyone, "link_spent"),
  },
  {
    call: "account.choosePassword",
    input: () => ({ token: "spent", newPassword: "another-horse" }),
    row: each(everyone, "link_spent"),
  },
  {
    call: "account.answerAddressChange",
    input: () => ({ token: "spent", accept: true }),
    row: each(everyone, "link_spent"),
  },
  {
    call: "account.createFirstAdmin",
    input: () => ({
      token: "spent",
      firstName: "A",
      lastName: "B",
      email: "a@b.test",
      newPassword: "another-horse",
    }),
    row: each(everyone, "link_spent"),
  },
  // tests/one-ticket.test.ts tests who reaches what by the link in a mail. A session opens nothing here.
  ...["oneTicket.get", "oneTicket.earlier", "oneTicket.reply", "oneTicket.rate"].map((call) => ({
    call,
    row: each(everyone, "ticket_link_ended"),
  })),
  { call: "account.updateProfile", input: () => ({ theme: "dark" }), row: signedIn },
  { call: "account.notificationChoices", row: signedIn },
  {
    call: "account.setNotificationChoice",
    on: "what everyone has",
    input: () => ({ kind: "followed", mail: true }),
    row: signedIn,
  },
  {
    call: "account.setNotificationChoice",
    on: "what staff have",
    input: () => ({ kind: "mentioned", mail: false }),
    row: staff,
  },
  { call: "apiTokens.own", row: signedIn },
  {
    call: "apiTokens.create",
    input: () => ({ name: "Script", scopes: ["tickets:read"], days: 30 }),
    row: { ...signedIn, Customer: "tokens_not_allowed" },
  },
  onMissing("apiTokens.revoke", signedIn),
];
