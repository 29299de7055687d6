import { expect, test } from "bun:test";
import { renderMarkdown } from "../../markdown/render.ts";
import { withLetterhead, writeMail } from "./write-mail.ts";

const written = (markdown: string) => ({ markdown, html: renderMarkdown(markdown) });

test("text about the mail is separate from the written message, in both forms", () => {
  const why = ["You get this mail because this ticket is yours.", "Answers are not read."];
  const { text, html } = writeMail("Labels", [written("Best regards")], why);
  expect(text).toBe(`Best regards\n\n-- \n${why.join("\n\n")}\n`);
  const [words, rest] = html.split('<div style="margin-top: 24px; border-top: 1px solid ');
  expect(words).toContain("<p>Best regards</p></div>\n");
  for (const line of why) expect(rest).toContain(`<p>${line}</p>`);
});

test("a single line about the mail is separate, too, and typed space around it is trimmed", () => {
  const lines = [written("\n\nBest regards\r\n\n"), " Ana \n Ruiz "];
  const { subject, text } = writeMail(" A \n printer ", lines, ["Answers are not read."]);
  expect(subject).toBe("A printer");
  expect(text).toBe("Best regards\n\nAna Ruiz\n\n-- \nAnswers are not read.\n");
});

const answer = { label: "Answer here", url: "https://desk.example.com/ticket/7" };
const unseen = (html: string) => /<div style="display: none[^>]*>([^<]*)<\/div>/.exec(html)?.[1];

test("if a mail begins with a link, its preview shows the message instead", () => {
  const wrote = ["Ana wrote on Monday:", written("It is **blank** & <b>\n\nagain.")];
  expect(unseen(writeMail("Labels", [answer, ...wrote]).html)).toBe(
    "It is blank &amp; &lt;b&gt; again.",
  );
  expect(unseen(writeMail("Labels", [answer, "Given to you:", { title: "It prints" }]).html)).toBe(
    "Given to you: It prints",
  );
  const long = unseen(writeMail("Labels", [answer, written("&quot ".repeat(90))]).html) ?? "";
  expect(long.length).toBeGreaterThan(120);
  expect(long).toMatch(/^(&amp;quot )+&amp;quot$/);
  // A mail that begins with text needs no preview.
  expect(writeMail("Labels", ["Hello Ana,", answer]).html).not.toContain("display: none");
  expect(writeMail("Labels", [answer, ...wrote]).text).toStartWith("Answer here:\n");
});

test("the subject stands out, in its own direction", () => {
  const { html, text } = writeMail("Labels", [{ title: "It prints" }, { title: "الطابعة ZD420" }]);
  expect(html).toContain('<p style="font-weight: 600">It prints</p>');
  expect(html).toContain('<p dir="rtl" style="font-weight: 600">الطابعة ZD420</p>');
  expect(text).toBe("It prints\n\nالطابعة ZD420\n");
  expect(writeMail("A", [written("1. مرحبا Ana")]).html).toContain('<div dir="rtl" style=');
  expect(writeMail("A", [written("Hello فاطمة")]).html).toContain('<div style="margin');
});

test("a logo is sized within its space and never enlarged", () => {
  const sizeOf = (width: number, height: number) =>
    /width="\d+" height="\d+"/.exec(
      withLetterhead(writeMail("A", []).html, "Northwind", { width, height }),
    )?.[0];
  expect(sizeOf(2400, 300)).toBe('width="240" height="30"');
  expect(sizeOf(500, 500)).toBe('width="40" height="40"');
  expect(sizeOf(32, 16)).toBe('width="32" height="16"');
  expect(sizeOf(5000, 2)).toBe('width="240" height="1"');
});
