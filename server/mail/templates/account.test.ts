import { describe, expect, test } from "bun:test";
import { wordsFor } from "../../../shared/client-error-messages.ts";
import { accountTemplates } from "../../../shared/mails.ts";
import { linkOf, renderMail, renderTestMail } from "./account.ts";
import type { MailFacts } from "./facts.ts";

const facts: MailFacts = {
  deskName: "Northwind Support",
  firstName: "Ana",
  askedBy: "Ben Ode",
  happenedAt: new Date("2026-11-20T23:30:00Z"),
  timeZone: "Europe/Madrid",
  newAddress: "ana@new.example.com",
  role: "Agent",
  webhook: "Chat",
  token: { name: "Importer", isApp: true, expiresAt: new Date("2026-12-04T09:00:00Z") },
  origin: "https://desk.example.com",
  answers: "unread",
};
const link = "https://desk.example.com/reset-password#t0ken";

describe.each(accountTemplates)("%s", (template) => {
  const mail = renderMail(template, facts, link);

  test("has a short subject that names the desk", () => {
    expect(mail.subject.length).toBeLessThan(60);
    expect(mail.subject).toContain("Northwind Support");
  });

  test("says the same in both forms", () => {
    const words = (text: string) => text.replaceAll(/\s+/g, " ").trim();
    const body = mail.html.slice(mail.html.indexOf("<body"));
    for (const paragraph of mail.text.split("\n\n")) {
      const shown = paragraph.replace(/:\n.*/s, "");
      expect(words(plainWords(body.replaceAll(/<[^>]*>/g, " ")))).toContain(words(shown));
    }
  });

  test("fetches nothing, sets no colour and suits light and dark", () => {
    expect(mail.html).not.toMatch(/<(img|link|script|iframe|style)|src=|url\(|@import|background/i);
    expect(mail.html.replaceAll("color-scheme", "")).not.toMatch(/color|#[0-9a-f]{3,6}\b/i);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
  });

  test("carries the link if it has one, and a placeholder where it is stored", () => {
    const carriesLink = linkOf(template) !== null;
    expect(mail.text.includes(link)).toBe(carriesLink);
    expect(mail.html.includes(`href="${link}"`)).toBe(carriesLink);
    expect(renderMail(template, facts).text.includes("[link]")).toBe(carriesLink);
  });

  test("escapes what people typed", () => {
    const hostile = { ...facts, firstName: "<b>A</b>", askedBy: '"><i>', deskName: "R&D <x>" };
    expect(renderMail(template, hostile, link).html).not.toMatch(/<b>|<i>|<x>|R&D/);
  });
});

test("an invitation says who invited, to what and for how long", () => {
  expect(renderMail("invitation", facts, link).text).toBe(`Hello Ana,

Ben Ode invited you to Northwind Support. Choose a password to get started.

Choose a password:
${link}

The link works once and expires after 7 days. If it has expired, use “Forgot password?” on the sign-in page to get a new one.

This email was sent automatically. Replies aren't read.
`);
  expect(renderMail("invitation", { ...facts, askedBy: null }).text).toContain(
    "You've been invited to Northwind Support.",
  );
});

test("each mail carries its own kind of link, and a notice none", () => {
  const links = accountTemplates.map((template) => [template, linkOf(template)]);
  expect(Object.fromEntries(links)).toEqual({
    ...{ invitation: "invitation", reset: "reset", "reset-by-admin": "reset" },
    ...{ "password-changed": null, "password-set": null },
    ...{ "address-new": "address-new", "address-old": "address-old" },
    ...{ "address-changed": null, "role-changed": null, "webhook-paused": null },
    ...{ "token-expiring": null, "mailbox-failing": null, "command-unknown": null },
  });
});

test("a reset says what to do if someone else asked for it", () => {
  expect(renderMail("reset", facts, link).text).toBe(`Hello Ana,

Someone, probably you, asked to reset the password of your account at Northwind Support.

Choose a new password:
${link}

The link works once and expires after 30 minutes.

If this wasn't you, ignore this email. Your password stays the same.

This email was sent automatically. Replies aren't read.
`);
});

test("a test mail says when it was asked for and that the desk can send mail", () => {
  expect(renderTestMail(facts).text).toBe(`Hello Ana,

You asked for this test email on 21 November 2026 at 00:30 (Europe/Madrid). Northwind Support can send email.
`);
});

test("a reset by an admin says who asked", () => {
  expect(renderMail("reset-by-admin", facts, link).text).toBe(`Hello Ana,

Ben Ode asked you to choose a new password for your account at Northwind Support. You've been signed out on all devices.

Choose a new password:
${link}

The link works once and expires after 30 minutes. If it has expired, use “Forgot password?” on the sign-in page to get a new one.

This email was sent automatically. Replies aren't read.
`);
  expect(renderMail("reset-by-admin", { ...facts, askedBy: null }, link).text).toContain(
    "An administrator asked you to choose a new password",
  );
});

test("the notice of a new password says when, in the person's time zone, and what to do", () => {
  const text = (timeZone: string | null) =>
    renderMail("password-changed", { ...facts, timeZone }).text;
  expect(text("Europe/Madrid")).toBe(`Hello Ana,

The password of your account at Northwind Support was changed on 21 November 2026 at 00:30 (Europe/Madrid). You were signed out on all devices.

If this was you, you don't need to do anything.

If it wasn't, choose “Forgot password?” on the sign-in page now and contact your administrator.

Sign-in page:
https://desk.example.com/login

This email was sent automatically. Replies aren't read.
`);
  expect(text(null)).toContain("20 November 2026 at 23:30 (UTC)");
  expect(text("Mars/Olympus")).toContain("20 November 2026 at 23:30 (UTC)");
  expect(text("America/New_York")).toContain(" at 18:30 (America/New York). You");
});

test("a first password is confirmed as such, not as a change", () => {
  const mail = renderMail("password-set", facts);
  expect(mail.subject).toBe("Your account at Northwind Support is ready");
  expect(mail.text).toBe(`Hello Ana,

You chose a password for Northwind Support on 21 November 2026 at 00:30 (Europe/Madrid). You can now sign in:

Sign-in page:
https://desk.example.com/login

If this wasn't you, choose “Forgot password?” on that page now and contact your administrator.

This email was sent automatically. Replies aren't read.
`);
});

test("a change of address names the new address to the current one only", () => {
  expect(renderMail("address-old", facts, link).text).toBe(`Hello Ana,

Ben Ode asked to change the address of your account at Northwind Support to ana@new.example.com.

Confirm or cancel the change:
${link}

The link works once and expires after 2 days. Your address stays the same until you confirm.

If you didn't expect this, cancel the change and contact another administrator.

This email was sent automatically. Replies aren't read.
`);
  expect(renderMail("address-new", facts, link).text).toContain(
    "Ben Ode asked to use this address for your account at Northwind Support.",
  );
  expect(renderMail("address-changed", facts).text).not.toContain("new.example.com");
});

test("a change of role names who changed it, the role and when", () => {
  expect(renderMail("role-changed", facts).text).toContain(
    "Ben Ode changed your role at Northwind Support to Agent on 21 November 2026 at 00:30 (Europe/Madrid).",
  );
});

test("replies are invited only where someone reads them", () => {
  expect(renderMail("reset", { ...facts, answers: "read" }).text).toEndWith(
    "Questions? Reply to this email.\n",
  );
});

test("the words have no exclamation marks", () => {
  for (const template of accountTemplates) {
    expect(renderMail(template, facts, link).text).not.toContain("!");
    expect(wordsFor(renderMail(template, facts, link).subject)).toContain("Northwind");
  }
});

function plainWords(html: string): string {
  return html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
