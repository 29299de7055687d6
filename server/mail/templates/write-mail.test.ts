import { expect, test } from "bun:test";
import { writeMail } from "./write-mail.ts";

test("what the desk says of a mail stands apart from what somebody wrote, in both forms", () => {
  const why = ["You get this mail because this ticket is yours.", "Answers are not read."];
  const { text, html } = writeMail("Labels", [{ markdown: "Best regards" }], why);
  expect(text).toBe(`Best regards\n\n-- \n${why.join("\n\n")}\n`);
  const [words, rest] = html.split('<div style="margin-top: 24px; border-top: 1px solid ');
  expect(words).toContain("<p>Best regards</p></div>\n");
  for (const line of why) expect(rest).toContain(`<p>${line}</p>`);
});

test("one line of the desk's stands apart too, and space around what was typed is no part of it", () => {
  const lines = [{ markdown: "\n\nBest regards\r\n\n" }, " Ana \n Ruiz "];
  const { subject, text } = writeMail(" A \n printer ", lines, ["Answers are not read."]);
  expect(subject).toBe("A printer");
  expect(text).toBe("Best regards\n\nAna Ruiz\n\n-- \nAnswers are not read.\n");
});
