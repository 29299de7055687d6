import { describe, expect, test } from "bun:test";
import { failureOf, failureWords, type ReportedRecipient, refusalOf } from "./undelivered.ts";

const recipient = (given: Partial<ReportedRecipient>): ReportedRecipient => ({
  ...{ addresses: ["ana@harbour.test"], action: "failed", status: "", diagnostic: "" },
  ...given,
});

describe("what a bounce says of a recipient", () => {
  test.each<[string, Partial<ReportedRecipient>, string, boolean, boolean]>([
    ["no mailbox", { status: "5.1.1" }, "no such mailbox (5.1.1)", true, true],
    ["no domain", { status: "5.1.2" }, "no such domain (5.1.2)", true, true],
    [
      "our address",
      { status: "5.1.8" },
      "the mail server doesn't accept our address (5.1.8)",
      true,
      false,
    ],
    ["a disabled mailbox", { status: "5.2.1" }, "the mailbox is disabled (5.2.1)", true, true],
    ["a full mailbox", { status: "5.2.2" }, "the mailbox is full (5.2.2)", true, false],
    ["full for now", { status: "4.2.2" }, "the mailbox is full (4.2.2)", false, false],
    ["no server", { status: "5.4.4" }, "the domain has no mail server (5.4.4)", true, true],
    ["refused", { status: "5.7.1" }, "the mail server refused it (5.7.1)", true, true],
    [
      "spam",
      { status: "5.7.26" },
      "the mail server could not verify that we sent it (5.7.26)",
      true,
      false,
    ],
    [
      "a vague code, and a precise one in the words",
      { status: "5.0.0", diagnostic: "smtp; 550-5.1.1 The account does not exist" },
      "no such mailbox (5.1.1)",
      true,
      true,
    ],
    ["no code", { diagnostic: "smtp; 550 Go\n  away" }, "550 Go away", true, false],
    [
      "an address of four numbers is no code",
      { diagnostic: "x 5.1.1.9" },
      "x 5.1.1.9",
      true,
      false,
    ],
    ["nothing", {}, "the mail server refused it", true, false],
  ])("%s", (_, given, words, isPermanent, isAddressUseless) => {
    const failure = failureOf(recipient(given));
    expect(failure && failureWords(failure)).toBe(words);
    expect(failure).toMatchObject({ isPermanent, isAddressUseless });
  });

  test("a mail that is delivered or still tried has not failed for good", () => {
    expect(failureOf(recipient({ action: "relayed" }))).toBeNull();
    expect(failureOf(recipient({ status: "2.0.0" }))).toBeNull();
    expect(failureOf(recipient({ action: "delayed", status: "5.1.1" }))).toMatchObject({
      ...{ text: "not yet, no such mailbox", isPermanent: false, isAddressUseless: false },
    });
  });
});

test("a refusal is final, and one by a server that does not know us says nothing of the address", () => {
  expect(refusalOf("550 5.1.1 unknown")).toMatchObject({ code: "5.1.1", isAddressUseless: true });
  expect(refusalOf("554 5.7.1 Relay access denied")).toMatchObject({
    ...{ text: "the mail server refused to relay it", isPermanent: true, isAddressUseless: false },
  });
  expect(refusalOf("452 4.2.2 Full")).toMatchObject({ isPermanent: true });
});
