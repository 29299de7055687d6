import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { remoteImagesIn, sanitizeMailHtml } from "../../server/mail/inbound/parse/html.ts";
import { readMail } from "../../server/mail/inbound/parse/read-mail.ts";
import { unpackRtf } from "../../server/mail/inbound/parse/rtf.ts";
import { classifyMail, senderOf } from "../../shared/inbound-mail.ts";
import { type DeliveryFailure, failureOf } from "../../shared/undelivered.ts";

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
    "microsoftexchange329e71ec88ae4615bbc36ab6ce41109e@harbour.test",
    "Your message to ana@harbour.test couldn't be delivered.\n\nana wasn't found at harbour.test.",
    null,
    ["file", "mail.eml"],
  ],
  [
    "bounce-exchange-policy",
    "bounce",
    "postmaster@harbour.test",
    "You can't send to this group. Only people inside the organization can.",
    null,
    ["file", "file"],
  ],
  [
    "bounce-exim",
    "bounce",
    "mailer-daemon@relay.test",
    expect.stringContaining("552 5.2.2 Mailbox full"),
    null,
    [],
  ],
  [
    "bounce-gmail",
    "bounce",
    "mailer-daemon@googlemail.test",
    expect.stringContaining("550 5.2.1 The email account that you tried to reach is disabled."),
    null,
    ["icon.png*", "file", "mail.eml"],
  ],
  [
    "bounce-postfix",
    "bounce",
    "mailer-daemon@mx.acme.test",
    expect.stringContaining("Recipient address rejected: User unknown in virtual"),
    null,
    ["file", "mail.eml"],
  ],
  [
    "bounce-postfix-delayed",
    "bounce",
    "mailer-daemon@mx.acme.test",
    expect.stringContaining("THIS IS A WARNING ONLY."),
    null,
    ["file", "file"],
  ],
  [
    "bounce-qmail",
    "bounce",
    "mailer-daemon@mx.test",
    expect.stringContaining("Sorry, no mailbox here by that name. (#5.1.1)"),
    null,
    [],
  ],
  [
    "bounce-without-original",
    "bounce",
    "postmaster@harbour.test",
    "The domain has no mail server.",
    null,
    ["file"],
  ],
  ["calendar-broken", "person", "ana@harbour.test", "Broken invitation.", null, ["invitation.ics"]],
  [
    "calendar-cancelled",
    "person",
    "ana@harbour.test",
    "The visit is cancelled.",
    null,
    ["invitation.ics"],
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
    "answer-below-separator",
    "person",
    "ana@harbour.test",
    "Hello Maya,\n\nOn Saturday, Acme Support wrote:\n> ----- Write your reply above this line -----\n>\n> Did you restart it?\n\nYes, twice.",
    null,
    [],
  ],
  [
    "apple-answers-between-quotes",
    "person",
    "ana@harbour.test",
    "Hello Maya,\n\n> On 27 Nov 2026, at 16:02, Acme Support <support@acme.test> wrote:\n> \n> Did you restart it?\nYes, twice.\n\n> Which model is it?\nThe ZD421.",
    null,
    [],
  ],
  [
    "apple-plain-reply",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "> On 27 Nov 2026, at 16:02, Acme Support <support@acme.test> wrote:\n> \n> Did you restart it?",
    [],
  ],
  [
    "gmail-plain-wrapped-attribution",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "On Fri, Nov 27, 2026 at 4:02 PM Acme Support <support@acme.test>\nwrote:\n\n> Did you restart it?\n>",
    [],
  ],
  [
    "gmail-signature-below-quote",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "On Fri, Nov 27, 2026 Acme Support wrote:\n> Did you restart it?\n\nAna Ruiz\nHarbour",
    [],
  ],
  [
    "gmail-two-levels",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "On Fri, Nov 27, 2026 at 4:02 PM Acme Support <support@acme.test> wrote:\n> Did you restart it?\n> > The labels are blank.",
    [],
  ],
  [
    "html-answer-below-our-separator",
    "person",
    "ana@harbour.test",
    "Hello Maya,\n> ----- Write your reply above this line -----\n> \n> Did you restart it?\n\nYes, twice.",
    null,
    [],
  ],
  [
    "outlook-mobile-reply",
    "person",
    "ana@harbour.test",
    "Yes, twice.\n\nGet Outlook for iOS",
    "From: Acme Support <support@acme.test>\nSent: Friday, November 27, 2026 4:02:00 PM\nTo: Ana Ruiz\nSubject: Blank labels\nDid you restart it?",
    [],
  ],
  [
    "outlook-plain-german",
    "person",
    "ana@harbour.test",
    "Ja, zweimal.",
    "Von: Acme Support <support@acme.test>\nGesendet: Freitag, 27. November 2026 16:02\nAn: Ana Ruiz <ana@harbour.test>\nBetreff: Blank labels\n\nHaben Sie ihn neu gestartet?",
    [],
  ],
  [
    "plain-answer-below-dashes",
    "person",
    "ana@harbour.test",
    "Hello,\n\n> Did you restart it?\n+++\nYes, twice.\n===\nAnd again today.",
    null,
    [],
  ],
  [
    "plain-answer-below-regards",
    "person",
    "ana@harbour.test",
    "> Did you restart it?\n\nYes, twice.\n\nKind regards\nAna",
    null,
    [],
  ],
  [
    "plain-french-reply",
    "person",
    "ana@harbour.test",
    "Oui, deux fois.",
    "Le ven. 27 nov. 2026 à 16:02, Acme Support <support@acme.test> a écrit :\n\n> L'avez-vous redémarré ?",
    [],
  ],
  [
    "plain-from-in-text",
    "person",
    "ana@harbour.test",
    "Hello,\n\nFrom: Ben <ben@other.test> wrote to us that you can help.\nWhat should we do?",
    null,
    [],
  ],
  [
    "plain-signature-below-quote",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "On Fri, 27 Nov 2026 at 16:02, Acme Support <support@acme.test> wrote:\n\n> Did you restart it?\n\n-- \nAna Ruiz\nHarbour Logistics",
    [],
  ],
  [
    "thunderbird-answers-between-quotes",
    "person",
    "ana@harbour.test",
    "Hello Maya,\nOn 27/11/2026 16:02, Acme Support wrote:\n> Did you restart it?\n\nYes, twice.\n> Which model is it?\n\nThe ZD421.",
    null,
    [],
  ],
  ["winmail-damaged", "person", "ana@harbour.test", "Only text arrived.", null, ["winmail.dat"]],
  ["winmail-from-html", "person", "ana@harbour.test", "Hello,\nit works again.", null, []],
  ["winmail-not-tnef", "person", "ana@harbour.test", "Something else.", null, ["winmail.dat"]],
  [
    "winmail-rich-text",
    "person",
    "ana@harbour.test",
    "The labels are blank, see the photo.\nGrüße\nАna",
    null,
    ["Größe und Maße.txt", "photo.png"],
  ],
  [
    "winmail-with-text",
    "person",
    "ana@harbour.test",
    "The text of the mail.",
    null,
    ["Größe und Maße.txt"],
  ],
  [
    "yahoo-reply",
    "person",
    "ana@harbour.test",
    "Yes, twice.",
    "On Friday, Acme Support wrote:\nDid you restart it?",
    [],
  ],
];

const permanent = (code: string, text: string): [DeliveryFailure, string] => [
  { code, text, isPermanent: true, isAddressUseless: false },
  "ana@harbour.test",
];
const useless = (code: string, text: string, who = "ana"): [DeliveryFailure, string] => [
  { code, text, isPermanent: true, isAddressUseless: true },
  `${who}@harbour.test`,
];
const passing = (code: string, text: string): [DeliveryFailure, string] => [
  { code, text, isPermanent: false, isAddressUseless: false },
  "ana@harbour.test",
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

  test.each<[string, string[], ([DeliveryFailure, string] | null)[]]>([
    [
      "bounce-postfix",
      [
        "<0195e1c0-0000-7000-8000-000000000001.0195e1c0-0000-7000-8000-000000000002.abcdefghijklmnop@desk.acme.test>",
      ],
      [useless("5.1.1", "no such mailbox")],
    ],
    [
      "bounce-postfix-delayed",
      ["<m1@desk.acme.test>"],
      [passing("4.4.1", "not yet, the mail server doesn't answer")],
    ],
    [
      "bounce-exchange",
      ["<m2@desk.acme.test>", "<ticket.0195e1c0-0000-7000-8000-000000000003@desk.acme.test>"],
      [useless("5.1.10", "no such mailbox")],
    ],
    [
      "bounce-exchange-policy",
      ["<m3@desk.acme.test>"],
      [useless("5.7.133", "the recipient accepts mail from colleagues only", "team"), null],
    ],
    ["bounce-gmail", ["<m4@desk.acme.test>"], [useless("5.2.1", "the mailbox is disabled")]],
    ["bounce-exim", ["<m5@desk.acme.test>"], [permanent("5.2.2", "the mailbox is full")]],
    ["bounce-qmail", ["<m6@desk.acme.test>"], [useless("5.1.1", "no such mailbox")]],
    ["bounce-without-original", [], [useless("5.4.4", "the domain has no mail server")]],
  ])("%s says which mail came back, from whom and why", async (name, returned, failures) => {
    const { bounce } = await read(name);
    expect(bounce?.returned).toEqual(returned);
    const found = bounce?.recipients.map((recipient) => {
      const failure = failureOf(recipient);
      return failure && [failure, recipient.addresses[0]];
    });
    expect(found).toEqual(failures);
  });

  test("other mails report no bounce", async () => {
    const reports = await Promise.all(
      expected.flatMap(([name, kind]) => (kind === "bounce" ? [] : [read(name)])),
    );
    expect(reports.filter(({ bounce }) => bounce !== null)).toEqual([]);
  });

  test("invitations are read as events, in their time zone or as whole days", async () => {
    expect((await read("calendar")).calendar).toEqual({
      kind: "invitation",
      summary: "Visit of the technician",
      location: "Dock 2, Oslo",
      start: "2026-11-30T09:00:00.000Z",
      end: "2026-11-30T10:00:00.000Z",
      isAllDay: false,
      repeats: false,
    });
    expect((await read("calendar-cancelled")).calendar).toEqual({
      kind: "cancelled",
      summary: "Stocktaking",
      location: "",
      start: "2026-11-30",
      end: "2026-12-01",
      isAllDay: true,
      repeats: true,
    });
    expect((await read("calendar-broken")).calendar).toBeNull();
    expect((await read("plain")).calendar).toBeNull();
  });

  test("rich text is unpacked as its specification shows", () => {
    const example =
      "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0";
    expect(unpackRtf(Buffer.from(example, "hex"))).toBe(
      "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n",
    );
  });

  test("images on other servers are counted, and pixels are not", async () => {
    const { remoteImages, html } = await read("remote-images");
    expect(remoteImages).toBe(2);
    expect(remoteImagesIn(html)).toEqual(["https://cdn.test/a.png", "https://cdn.test/b.png"]);
    expect(html).not.toContain("t.test");
  });

  test("a sender cannot mark what is no image", () => {
    const { html } = sanitizeMailHtml('<span data-image="https://t.test/pixel">x</span>');
    expect(remoteImagesIn(html)).toEqual([]);
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
