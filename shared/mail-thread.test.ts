import { describe, expect, test } from "bun:test";
import { mail, ours } from "../tests/support/mail-head.ts";
import type { MailHead } from "./inbound-mail.ts";
import { isSameSubject, plainSubject, threadHints } from "./mail-thread.ts";

describe("thread hints", () => {
  test("In-Reply-To comes first, then References from the right; an empty id is none", () => {
    const hints = threadHints(
      mail({}, { inReplyTo: ["<c@x>", "<>"], references: ["<a@x>", "<b@x>", "<c@x>"] }),
      ours,
    );
    expect(hints.ids).toEqual(["<c@x>", "<b@x>", "<a@x>"]);
  });

  test("our token counts wherever our address can be", () => {
    const token = "abcdefghijklmno2";
    const found = (more: Partial<MailHead>, headers = {}) =>
      threadHints(mail(headers, more), ours).tokens;
    const to = (address: string) => [{ address, name: "" }];
    expect(found({ to: to(`Support+${token}@acme.test`) })).toEqual([token]);
    expect(found({ cc: to(`support+${token}@acme.test`) })).toEqual([token]);
    expect(found({ envelopeTo: `support+${token}@acme.test` })).toEqual([token]);
    expect(found({}, { "delivered-to": `<support+${token}@acme.test>` })).toEqual([token]);
    expect(found({ to: to(`support+${token}@else.test`) })).toEqual([]);
    expect(found({ to: to("support+short@acme.test") })).toEqual([]);
  });

  test("our own ids and the number in the subject are read", () => {
    const [ticketId, messageId] = [crypto.randomUUID(), crypto.randomUUID()];
    const readerId = crypto.randomUUID();
    const local = `${messageId}.${readerId}`;
    const signedId = `${local}.abcdefghijklmno2`;
    const hints = threadHints(
      mail(
        {},
        {
          subject: "Re: Blank labels [#1042]",
          references: [
            `<ticket.${ticketId}@desk.test>`,
            `<${local}@d.test>`,
            `<${signedId}@d.test>`,
          ],
        },
      ),
      ours,
    );
    expect(hints.ours).toEqual([
      { id: `<${signedId}@d.test>`, messageId, readerId, signedId },
      { id: `<${local}@d.test>`, messageId, readerId, signedId: null },
      { ticketId },
    ]);
    expect(hints.number).toBe(1042);
  });
});

test.each([
  ["Re: Blank labels [#1042]", "Blank labels"],
  ["AW: WG: Re[2]: Etiketten", "Etiketten"],
  ["RE: Fwd: [#7] x", "x"],
  ["Regarding: labels", "Regarding: labels"],
  ["", ""],
])("the plain subject of “%s” is “%s”", (subject, plain) => {
  expect(plainSubject(subject)).toBe(plain);
});

test("subjects are compared without prefixes, tag, case and spaces", () => {
  expect(isSameSubject("Re: Blank  LABELS [#1042]", "blank labels")).toBe(true);
  expect(isSameSubject("Follow-up: Blank labels", "RE: Blank labels")).toBe(true);
  expect(isSameSubject("Blank labels", "Invoice 7")).toBe(false);
});
