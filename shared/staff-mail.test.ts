import { expect, test } from "bun:test";
import {
  decideStaffMail,
  isWrittenAbove,
  readCommands,
  readForward,
  type StaffSituation,
} from "./staff-mail.ts";

const usual: StaffSituation = {
  isProven: true,
  answered: { ticketId: "t", as: "reply" },
  isAnswer: true,
  isClear: true,
  isForward: false,
};

test("a proven answer is a reply, an answer to a mention always a note", () => {
  const reply = { kind: "staff-message", ticketId: "t", as: "reply" } as const;
  expect(decideStaffMail(usual)).toEqual(reply);
  const mention = { ...usual, answered: { ticketId: "t", as: "note" as const } };
  expect(decideStaffMail({ ...mention, isClear: false })).toEqual({ ...reply, as: "note" });
});

test("without proof, or above a quote that may be the notice, nothing is sent", () => {
  const reasonOf = (given: Partial<StaffSituation>) => {
    const decision = decideStaffMail({ ...usual, ...given });
    return decision.kind === "held" ? decision.reason : decision.kind;
  };
  expect(reasonOf({ isProven: false })).toBe("unproven-staff");
  expect(reasonOf({ isClear: false })).toBe("needs-review");
  expect(reasonOf({ answered: null })).toBe("unproven-staff");
  expect(reasonOf({ answered: null, isAnswer: false })).toBe("needs-requester");
  expect(reasonOf({ answered: null, isAnswer: false, isForward: true })).toBe("staff-ticket");
});

test("every situation has one outcome, and a forged agent never acts", () => {
  const flags = [true, false];
  for (const isProven of flags)
    for (const isAnswer of flags)
      for (const isClear of flags)
        for (const isForward of flags)
          for (const answered of [null, usual.answered, { ticketId: "t", as: "note" as const }]) {
            const decision = decideStaffMail({ isProven, isAnswer, isClear, isForward, answered });
            if (!isProven) expect(decision).toMatchObject({ reason: "unproven-staff" });
            if (decision.kind === "staff-message" && decision.as === "reply") {
              expect(isClear && answered?.as === "reply").toBe(true);
            }
          }
});

test("our separator has to be among what is quoted", () => {
  const separator = "----- Write your reply above this line -----";
  expect(isWrittenAbove({ text: "Done.", restText: `> ${separator}\n> Ana wrote` })).toBe(true);
  expect(isWrittenAbove({ text: "Done.", restText: "> Ana wrote" })).toBe(false);
  expect(isWrittenAbove({ text: `Done.\n> ${separator}\nNo.`, restText: null })).toBe(false);
});

test("commands are read from the first lines alone", () => {
  expect(readCommands("#resolve\n#tag Billing\n#assign me\n\nIt is fixed.\n#open")).toEqual({
    ...{ isNote: false, status: "resolved", assignsMe: true, tags: ["billing"], unknown: [] },
    text: "It is fixed.\n#open",
  });
  expect(readCommands("#NOTE\nFor us.")).toMatchObject({ isNote: true, text: "For us." });
  expect(readCommands("#explode\n#pending\nWait.")).toMatchObject({
    ...{ status: "pending", unknown: ["#explode"], text: "Wait." },
  });
  expect(readCommands("#1042 is done.")).toMatchObject({ unknown: [], text: "#1042 is done." });
});

test("a forwarded mail is read with its sender, in the forms of mail programs", () => {
  const gmail =
    "Please handle.\n\n---------- Forwarded message ---------\nFrom: Ana Ruiz <Ana@Acme.test>\nDate: Sat, 28 Nov 2026\nSubject: Printer\nTo: <maya@desk.test>\n\nIt is blank.\nThanks";
  expect(readForward(gmail)).toEqual({
    words: "Please handle.",
    from: { address: "ana@acme.test", name: "Ana Ruiz" },
    subject: "Printer",
    text: "It is blank.\nThanks",
  });
  const outlook =
    "________________________________\nVon: Ana Ruiz [mailto:ana@acme.test]\nGesendet: Samstag\nAn: Maya\nBetreff: Drucker\n\nEr ist leer.";
  expect(readForward(outlook)).toMatchObject({
    ...{ words: "", subject: "Drucker", text: "Er ist leer." },
    from: { address: "ana@acme.test", name: "Ana Ruiz" },
  });
  const apple =
    "Begin forwarded message:\n\n> From: ana@acme.test\n> Subject: Hi\n> To: maya@desk.test\n> \n> Text";
  expect(readForward(apple)).toMatchObject({ from: { address: "ana@acme.test" }, text: "Text" });
});

test("two forwarded mails, or none, name no requester", () => {
  const block = "From: ana@acme.test\nTo: maya@desk.test\nSubject: Hi\n\nText\n";
  expect(readForward(`${block}\n${block}`)).toBeNull();
  expect(readForward("From: Ana, with love")).toBeNull();
  expect(readForward("From: not an address\nTo: x\nSubject: y\n\nText")).toBeNull();
});
