import { expect, test } from "bun:test";
import { AppError, refuseField, refuseInput } from "./errors.ts";
import { errorCatalogue } from "./refusals/catalogue.ts";

test("a code whose words name something is told what, and its details stay out of the answer", () => {
  const move = new AppError("illegal_move", { told: { from: "New", to: "Closed" } });
  expect([move.message, move.details]).toEqual(["A ticket cannot go from New to Closed.", {}]);
});

test("one that nothing is told of says what the catalogue says", () => {
  expect(new AppError("email_taken").message).toBe("Another user already has this email address.");
  expect(new AppError("too_large", { message: "At most 20 MB." }).message).toBe("At most 20 MB.");
});

test("a refused field has the words of its code", () => {
  const named = refuseField("company_archived", "companyId", { told: { name: "Acme" } });
  const message = "Acme is archived: no new ticket can be opened there.";
  expect([named.code, named.message]).toEqual(["company_archived", message]);
  expect(named.details).toEqual({ fields: [{ field: "companyId", message }] });
});

test("no name brings the word into a message that every browser would hide", () => {
  const named = new AppError("company_archived", { told: { name: "Https Hosting" } });
  expect(named.message).toBe(errorCatalogue.company_archived.message);
  const worded = new AppError("merge_asks", {
    message: "Ana Httpova will see Ben’s conversation.",
  });
  expect(worded.message).toBe(errorCatalogue.merge_asks.message);
});

test("a field that the input's schema could not refuse has words of its own", () => {
  const { code, message, details } = refuseInput("to", "Choose another team.");
  expect([code, message]).toEqual(["invalid_input", "Some fields need another look."]);
  expect(details.fields).toEqual([{ field: "to", message: "Choose another team." }]);
});

test("the compiler asks for what a code carries, and takes nothing else", () => {
  const wrong = [
    // @ts-expect-error Which states?
    new AppError("illegal_move"),
    // @ts-expect-error Both values of each field.
    new AppError("ticket_conflict"),
    // @ts-expect-error Its words stand in the catalogue.
    new AppError("email_taken", { message: "Taken." }),
  ];
  expect(wrong.map(({ code }) => code)).toEqual(["illegal_move", "ticket_conflict", "email_taken"]);
});
