import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMail } from "../../server/mail/inbound/parse/read-mail.ts";
import { classifyMail, senderOf } from "../../shared/inbound-mail.ts";

const corpus = join(import.meta.dir, "corpus");

/** Class, sender, text, quoted rest and files of each mail; `*` is shown within the text. */
const expected: [string, string, string | null, string, string | null, string[]][] = [
  [
    "apple-iphone",
    "person",
    "ana@harbour.test",
    "Yes, twice.\n\nSent from my iPhone",
    "> On 27 Nov 2026, at 16:02, Acme Support <support@acme.test> wrote:\n> \n> Did you restart it?",
    [],
  ],
  [
    "apple-reply",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "> On 27 Nov 2026, at 16:02, Acme Support <support@acme.test> wrote:\n> \n> Did you restart it?",
    [],
  ],
  ["arabic", "person", "ana@harbour.test", "الملصقات فارغة", null, []],
  ["attachments", "person", "ana@harbour.test", "See the log.", null, ["Größe.txt", "passwd"]],
  ["bad-date", "person", "ana@harbour.test", "When?", null, []],
  ["bad-from", "person", null, "Broken sender.", null, []],
  ["bare-blockquote", "person", "ana@harbour.test", "The screen says:\n> Paper out", null, []],
  [
    "bounce-exchange",
    "bounce",
    "microsoftexchange329e@harbour.test",
    "I could not deliver your message to ana@harbour.test.",
    null,
    ["file", "mail.eml"],
  ],
  [
    "bounce-gmail",
    "bounce",
    "mailer-daemon@googlemail.test",
    "I could not deliver your message to ana@harbour.test.",
    null,
    ["file", "mail.eml"],
  ],
  [
    "bounce-postfix",
    "bounce",
    "mailer-daemon@mx.test",
    "I could not deliver your message to ana@harbour.test.",
    null,
    ["file", "mail.eml"],
  ],
  [
    "bounce-qmail",
    "bounce",
    "mailer-daemon@mx.test",
    "Hi. This is the qmail-send program.\n<ana@harbour.test>: no such mailbox.",
    null,
    [],
  ],
  ["calendar", "person", "ana@harbour.test", "Visit on Monday.", null, ["invitation.ics"]],
  ["decomposed", "person", "ana@harbour.test", "Café", null, []],
  ["display-name-comma", "person", "ana@harbour.test", "Name in two parts.", null, []],
  ["empty-in-reply-to", "person", "ana@harbour.test", "Empty ids.", null, []],
  ["folded-and-broken-headers", "person", "ana@harbour.test", "Odd headers.", null, []],
  ["format-flowed", "person", "ana@harbour.test", "This is one paragraph that flows.", null, []],
  ["forward-as-attachment", "person", "ana@harbour.test", "See the mail.", null, ["mail.eml"]],
  ["gb18030", "person", "ana@harbour.test", "标签是空白的。", null, []],
  [
    "gmail-answers-between-quotes",
    "person",
    "ana@harbour.test",
    "Hello Maya,\n\nOn Fri, Nov 27, 2026 Acme Support wrote:\n> Did you restart it?\nYes, twice.\n> Which model is it?\nThe ZD421.",
    null,
    [],
  ],
  [
    "gmail-forward",
    "person",
    "ana@harbour.test",
    "See below.\n\n---------- Forwarded message ---------\nFrom: Ben <ben@other.test>\nSubject: Invoice 7\n\nPlease pay.",
    null,
    [],
  ],
  [
    "gmail-reply",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "On Fri, Nov 27, 2026 at 4:02 PM Acme Support <support@acme.test> wrote:\n> Did you restart it?",
    [],
  ],
  ["hostile-html", "person", "ana@harbour.test", "Hello one two\nGo", null, []],
  ["html-table", "person", "ana@harbour.test", "Model ZD421\nDock 2\n- one\n- two", null, []],
  ["inline-image", "person", "ana@harbour.test", "Look:", null, ["image001.png*", "unused.png"]],
  ["iso-2022-jp", "person", "ana@harbour.test", "ラベルが白紙です。", null, []],
  ["koi8-r", "person", "ana@harbour.test", "Этикетки пустые.", null, []],
  ["latin1", "person", "ana@harbour.test", "Grüße aus Köln", null, []],
  ["mailing-list", "bulk", "ana@harbour.test", "Who else has this?", null, []],
  ["monitoring", "bulk", "cron@harbour.test", "Disk is full.", null, []],
  ["newsletter", "bulk", "news@shop.test", "Offers", null, []],
  ["no-body", "person", "ana@harbour.test", "", null, []],
  ["no-from", "person", null, "Without an author.", null, []],
  ["no-message-id", "person", "ana@harbour.test", "No id.", null, []],
  ["no-subject", "person", "ana@harbour.test", "Without a subject.", null, []],
  ["nul-bytes", "person", "ana@harbour.test", "Some nul.", null, []],
  [
    "our-separator",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "Acme Support wrote:\n\n> ----- Write your reply above this line -----\n>\n> Did you restart it?",
    [],
  ],
  [
    "outlook-desktop-reply",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "From: Acme Support <support@acme.test>\nSent: Friday, November 27, 2026 4:02 PM\nSubject: Blank labels\n\nDid you restart it?",
    [],
  ],
  [
    "outlook-web-reply",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "From: Acme Support\nSent: Friday\nDid you restart it?",
    [],
  ],
  ["own-mail", "own", "support@acme.test", "From ourselves.", null, []],
  [
    "plain-answer-below-quote",
    "person",
    "ana@harbour.test",
    "> Did you restart it?\n\nYes, twice.",
    null,
    [],
  ],
  [
    "plain-answers-between-quotes",
    "person",
    "ana@harbour.test",
    "Hello Maya,\n\nOn Fri, 27 Nov 2026 at 16:02, Acme Support <support@acme.test> wrote:\n> Did you restart it?\nYes, twice.\n> Which model is it?\nThe ZD421.",
    null,
    [],
  ],
  [
    "plain-german-reply",
    "person",
    "ana@harbour.test",
    "Ja, zweimal.",
    "Am 27.11.2026 um 16:02 schrieb Acme Support:\n> Haben Sie ihn neu gestartet?",
    [],
  ],
  [
    "plain-outlook-original-message",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "-----Original Message-----\nFrom: Acme Support <support@acme.test>\nSent: Friday, November 27, 2026 4:02 PM\nTo: Ana Ruiz <ana@harbour.test>\nSubject: Blank labels\n\nDid you restart it?",
    [],
  ],
  [
    "plain-outlook-underscores",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "________________________________\nFrom: Acme Support <support@acme.test>\nSent: Friday, November 27, 2026 4:02 PM\nTo: Ana Ruiz <ana@harbour.test>\nSubject: Blank labels\n\nDid you restart it?",
    [],
  ],
  [
    "plain-signature",
    "person",
    "ana@harbour.test",
    "The label is blank.",
    "-- \nAna Ruiz\nHarbour Logistics\n+47 22 00 00 00",
    [],
  ],
  [
    "plain-top-reply",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "On Fri, 27 Nov 2026 at 16:02, Acme Support <support@acme.test> wrote:\n\n> Did you restart it?\n> Regards",
    [],
  ],
  [
    "plain",
    "person",
    "ana@harbour.test",
    "Hello,\n\nthe printer in dock 2 prints blank labels.\n\nAna",
    null,
    [],
  ],
  [
    "proton-reply",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "On Friday, Acme Support wrote:\n> Did you restart it?",
    [],
  ],
  ["quote-only", "person", "ana@harbour.test", "> Did you restart it?", null, []],
  ["read-receipt", "automatic", "ana@harbour.test", "Your message was read.", null, ["file"]],
  ["remote-images", "person", "ana@harbour.test", "Our offer", null, []],
  ["spam", "person", "x@spam.test", "Win now.", null, []],
  [
    "thunderbird-answer-below",
    "person",
    "ana@harbour.test",
    "On 27/11/2026 16:02, Acme Support wrote:\n> Did you restart it?\n\nYes, twice.",
    null,
    [],
  ],
  [
    "thunderbird-reply",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "On 27/11/2026 16:02, Acme Support wrote:\n> Did you restart it?",
    [],
  ],
  ["two-froms", "person", "ana@harbour.test", "Two of us.", null, []],
  ["unknown-charset", "person", "ana@harbour.test", "Plain words.", null, []],
  ["vacation-exchange", "automatic", "ana@harbour.test", "I am away until Monday.", null, []],
  ["vacation-gmail", "automatic", "ana@harbour.test", "I am away.", null, []],
  ["vacation-sieve", "automatic", "ana@harbour.test", "Away.", null, []],
  ["vacation-zimbra", "automatic", "ana@harbour.test", "Away.", null, []],
  ["windows-1252", "person", "ana@harbour.test", "It costs €5 “today”.", null, []],
  [
    "yahoo-reply",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "On Friday, Acme Support wrote:\nDid you restart it?",
    [],
  ],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "frontdesk-corpus-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = async (name: string) =>
  await readMail(await Bun.file(join(corpus, `${name}.eml`)).bytes(), folder);

const own = {
  addresses: new Set(["support@acme.test"]),
  formsWriteHere: false,
  hasOwnMark: false,
};

describe("the corpus", () => {
  test.each(expected)("%s is read as expected", async (name, kind, sender, text, rest, files) => {
    const mail = await read(name);
    expect({
      kind: classifyMail(mail, own),
      sender: senderOf(mail, false)?.address ?? null,
      text: mail.text,
      rest: mail.restText,
      files: mail.files.map((file) => `${file.name}${file.contentId ? "*" : ""}`),
    }).toEqual({ kind: kind as never, sender, text, rest, files });
    // The HTML shows the same words as the text, and nothing that runs or loads.
    expect(mail.html + (mail.restHtml ?? "")).not.toMatch(
      /<(script|style|iframe|form|input|svg|object|embed|link|meta)|\son\w+=|\sstyle=|javascript:|url\(|src="(?!cid:)/i,
    );
  });

  test("holds every mail of the folder", () => {
    const names = [...new Bun.Glob("*.eml").scanSync({ cwd: corpus })].map((file) =>
      file.slice(0, -4),
    );
    expect(names.sort()).toEqual(expected.map(([name]) => name).sort());
    expect(names.length).toBeGreaterThanOrEqual(60);
  });

  test("images on other servers are counted, and pixels are not", async () => {
    expect((await read("remote-images")).remoteImages).toBe(2);
  });

  test("subjects and ids are decoded", async () => {
    expect((await read("latin1")).subject).toBe("Grüße");
    expect((await read("iso-2022-jp")).subject).toBe("ラベル");
    expect((await read("nul-bytes")).subject).toBe("Nul bytes");
    expect((await read("empty-in-reply-to")).inReplyTo).toEqual([]);
    expect((await read("no-message-id")).messageId).toBeNull();
    expect((await read("folded-and-broken-headers")).references).toEqual([
      "<one@x.test>",
      "<two@x.test>",
      "<three@x.test>",
    ]);
    expect((await read("bad-date")).sentAt).toBeNull();
  });

  test("hostile styles are left out, harmless ones stay", async () => {
    const { html } = await read("hostile-html");
    expect(html).toContain('<p data-style="text-align:center">');
    expect(html).toContain('href="https://x.test" rel="noopener noreferrer nofollow"');
  });
});
