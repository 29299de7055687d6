import { expect, test } from "bun:test";
import { AppError, errorCatalogue, refuseField, refuseInput } from "./errors.ts";

test("a message is built from its parameters, which stay out of the answer", () => {
  const move = new AppError("illegal_move", { params: { from: "New", to: "Closed" } });
  expect([move.message, move.details]).toEqual(["A ticket can't change from New to Closed.", {}]);
});

test("without parameters or a message the catalogue's message is used", () => {
  expect(new AppError("email_taken").message).toBe("Another user already has this email address.");
  expect(new AppError("too_large", { message: "At most 20 MB." }).message).toBe("At most 20 MB.");
});

test("a refused field has the message of its code", () => {
  const named = refuseField("company_archived", "companyId", { params: { name: "Acme" } });
  const message = "Acme is archived. You can't open new tickets there.";
  expect([named.code, named.message]).toEqual(["company_archived", message]);
  expect(named.details).toEqual({ fields: [{ field: "companyId", message }] });
});

test("a name that contains http does not get into a message", () => {
  const named = new AppError("company_archived", { params: { name: "Https Hosting" } });
  expect(named.message).toBe(errorCatalogue.company_archived.message);
  const worded = new AppError("merge_asks", {
    message: "Ana Httpova will see Ben’s conversation.",
  });
  expect(worded.message).toBe(errorCatalogue.merge_asks.message);
});

test("a field that the input's schema accepts can be refused with its own message", () => {
  const { code, message, details } = refuseInput("to", "Choose another team.");
  expect([code, message]).toEqual(["invalid_input", "Some fields aren't valid."]);
  expect(details.fields).toEqual([{ field: "to", message: "Choose another team." }]);
});

test("the compiler asks for the details of a code and accepts no others", () => {
  const wrong = [
    // @ts-expect-error It needs both states.
    new AppError("illegal_move"),
    // @ts-expect-error It needs both values of each field.
    new AppError("ticket_conflict"),
    // @ts-expect-error Its message is in the catalogue.
    new AppError("email_taken", { message: "Taken." }),
  ];
  expect(wrong.map(({ code }) => code)).toEqual(["illegal_move", "ticket_conflict", "email_taken"]);
});
