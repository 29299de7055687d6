import { describe, expect, test } from "bun:test";
import { wordsFor } from "../../../shared/error-words.ts";
import { accountTemplates } from "../../../shared/mails.ts";
import { linkOf, renderMail } from "./account.ts";
import type { MailFacts } from "./facts.ts";
import { renderTestMail } from "./test-mail.ts";

const facts: MailFacts = {
  deskName: "Northwind Support",
  firstName: "Ana",
  askedBy: "Ben Ode",
  happenedAt: new Date("2026-11-20T23:30:00Z"),
  timeZone: "Europe/Madrid",
  origin: "https://desk.example.com",
  answersAreRead: false,
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

  test("carries the link where it has one, and a placeholder where it is kept", () => {
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

Ben Ode invited you to Northwind Support. Choose a password to get in.

Choose a password:
${link}

The link works once, for 7 days. If it has run out, ask for a new one with “Forgot password?” on the sign-in page.

This mail was sent automatically. Answers to it are not read.
`);
  expect(renderMail("invitation", { ...facts, askedBy: null }).text).toContain(
    "You are invited to Northwind Support.",
  );
});

test("each carries the link that it is about, and a notice none", () => {
  const links = accountTemplates.map((template) => [template, linkOf(template)]);
  expect(Object.fromEntries(links)).toEqual({
    ...{ invitation: "invitation", reset: "reset", "reset-by-admin": "reset" },
    ...{ "password-changed": null, "password-set": null },
  });
});

test("a reset says what to do if it was somebody else", () => {
  expect(renderMail("reset", facts, link).text).toBe(`Hello Ana,

Somebody, probably you, asked for a new password for your account at Northwind Support.

Choose a new password:
${link}

The link works once, for 30 minutes.

If this was not you, ignore this mail: your password stays as it is.

This mail was sent automatically. Answers to it are not read.
`);
});

test("a test mail says who asked for it, when, and that the desk can send mail", () => {
  expect(renderTestMail(facts).text).toBe(`Hello Ana,

This is the test mail that you asked for on 21 November 2026 at 00:30 (Europe/Madrid). Northwind Support can send mail.
`);
});

test("a reset by an admin says who asked", () => {
  expect(renderMail("reset-by-admin", facts, link).text).toBe(`Hello Ana,

Ben Ode asked you to choose a new password for your account at Northwind Support. You have been signed out everywhere.

Choose a new password:
${link}

The link works once, for 30 minutes. If it has run out, ask for a new one with “Forgot password?” on the sign-in page.

This mail was sent automatically. Answers to it are not read.
`);
  expect(renderMail("reset-by-admin", { ...facts, askedBy: null }, link).text).toContain(
    "An administrator asked you to choose a new password",
  );
});

test("the notice of a new password tells when, in the person's time zone, and what to do", () => {
  const text = (timeZone: string | null) =>
    renderMail("password-changed", { ...facts, timeZone }).text;
  expect(text("Europe/Madrid")).toBe(`Hello Ana,

The password of your account at Northwind Support was changed on 21 November 2026 at 00:30 (Europe/Madrid), and you were signed out everywhere.

If this was you, there is nothing to do.

If not, choose “Forgot password?” on the sign-in page now, and tell whoever looks after the desk.

Sign-in page:
https://desk.example.com/login

This mail was sent automatically. Answers to it are not read.
`);
  expect(text(null)).toContain("20 November 2026 at 23:30 (UTC)");
  expect(text("Mars/Olympus")).toContain("20 November 2026 at 23:30 (UTC)");
  expect(text("America/New_York")).toContain(" at 18:30 (America/New York), and");
});

test("whoever chose their first password is told that they can sign in, and of no change", () => {
  const mail = renderMail("password-set", facts);
  expect(mail.subject).toBe("Your account at Northwind Support is ready");
  expect(mail.text).toBe(`Hello Ana,

You chose a password for Northwind Support on 21 November 2026 at 00:30 (Europe/Madrid). From now on you sign in with it here:

Sign-in page:
https://desk.example.com/login

If this was not you, choose “Forgot password?” on that page now, and tell whoever looks after the desk.

This mail was sent automatically. Answers to it are not read.
`);
});

test("answers are invited only where somebody reads them", () => {
  expect(renderMail("reset", { ...facts, answersAreRead: true }).text).toEndWith(
    "Questions? Answer this mail.\n",
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
