import { describe, expect, test } from "bun:test";
import { createCompanyInput } from "./companies.ts";
import { updateDeskInput } from "./desk.ts";
import { saveMacroInput } from "./macros.ts";
import { renameTagInput } from "./tags.ts";
import { createTeamInput } from "./teams.ts";
import { line, paragraph, uuid } from "./text.ts";
import { createTicketInput, updateTicketInput } from "./ticket-acts.ts";
import { bulkInput } from "./ticket-bulk.ts";
import {
  changePasswordInput,
  choosePasswordInput,
  createUserInput,
  firstAdminInput,
  loginInput,
  updateProfileInput,
  updateUserInput,
} from "./users.ts";
import { saveViewInput } from "./views.ts";

interface Schema {
  safeParse(given: unknown): { success: boolean; error?: { issues: readonly Issue[] } };
}
interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

const wordsFor = (schema: Schema, given: unknown, path: string) =>
  schema
    .safeParse(given)
    .error?.issues.filter((issue) => issue.path.join(".") === path)
    .map(({ message }) => message);

/** Escaped for the test report. */
const coded = (text: string) =>
  Array.from(text, (sign) => `U+${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).join(" ");

const bare = (text: string) =>
  line(100)
    .safeParse(text)
    .error?.issues.map(({ message }) => message);

const ends = ["\u2028", "\u2029", "\n", "\r", "\r\n", "\v", "\f", "\u0085"];
test.each(ends.map((text) => [coded(text), text]))("a line broken by %s is refused", (_, end) => {
  expect(bare(`Ana${end}Ruiz`)).toEqual(["This must be a single line."]);
});

test.each(
  [
    ...["\u0007", "\u001b", "\u001b[2J", "\b", "\t", "\u007f", "\u009b"],
    ...["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"],
  ].map((text) => [coded(text), text]),
)("%s is not allowed in a line", (_, control) => {
  expect(bare(`Ana${control}Ruiz`)).toEqual(["This contains invisible control characters."]);
});

test.each(["a\0b", "\ud800", "x\udfffy"])("%j cannot be stored", (text) => {
  expect(bare(text)).toEqual(["This holds characters that cannot be stored."]);
});

test.each([
  "👩‍👩‍👧‍👦",
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "می‌خواهم",
  "שרה\u200f (Sara)\u200e",
  "\u061cمحمد",
  "Zoë O’Brien-Ñandú",
  "İıŞşß",
  "李 小龙",
  "a\u00a0b",
])("%s is a valid name", (text) => {
  expect(line(100).parse(text)).toBe(text);
});

test("space around a line is trimmed", () => {
  expect(line(100).parse(" \u2028Ana\r\n\t")).toBe("Ana");
});

test("a line is normalised whatever accents were typed, and measured after that", () => {
  expect(line(10).parse("Mu\u0308ller")).toBe("Müller");
  expect(line(4).parse("e\u0301te\u0301s")).toBe("étés");
  expect(line(1).safeParse("\u0958").success).toBe(false);
});

test("a paragraph keeps its lines and tabs, and whatever else was pasted", () => {
  const pasted = "$ ls\r\n\u001b[32mbin\u001b[0m\tlib\n\u202aC:\\tools";
  expect(paragraph(100).parse(pasted)).toBe(pasted);
  expect(paragraph(100).parse(` \n${pasted}\n\n`)).toBe(pasted);
  expect(paragraph(100).safeParse("a\0b").success).toBe(false);
});

test("an id is the same in any case, also in a list of many", () => {
  const id = "01a2069d-c342-726b-990b-8ba22f982d98";
  expect(uuid.parse(id.toUpperCase())).toBe(id);
  const ids = [id, id.toUpperCase()];
  const parsed = bulkInput.parse({ requestId: id, act: { kind: "spam" }, ids });
  expect(new Set(parsed.ids).size).toBe(1);
});

describe("a one-line name", () => {
  const places: [string, Schema, string, (name: string) => unknown][] = [
    ["first name", createUserInput, "firstName", (firstName) => ({ firstName })],
    ["last name, changed", updateUserInput, "lastName", (lastName) => ({ lastName })],
    ["own name", updateProfileInput, "firstName", (firstName) => ({ firstName })],
    ["phone", updateProfileInput, "phone", (phone) => ({ phone })],
    ["first Super Admin", firstAdminInput, "lastName", (lastName) => ({ lastName })],
    ["address at sign-in", loginInput, "email", (email) => ({ email })],
    ["address", createUserInput, "email", (name) => ({ email: `${name}@desk.test` })],
    ["company", createCompanyInput, "name", (name) => ({ name })],
    ["team", createTeamInput, "name", (name) => ({ name })],
    ["tag", renameTagInput, "name", (name) => ({ name })],
    ["tag of a ticket", createTicketInput, "tags.0", (tag) => ({ tags: [tag] })],
    ["macro", saveMacroInput, "name", (name) => ({ name })],
    ["view", saveViewInput, "name", (name) => ({ name })],
    ["desk", updateDeskInput, "set.name", (name) => ({ set: { name } })],
    ["subject", createTicketInput, "subject", (subject) => ({ subject })],
    [
      ...(["subject, changed", updateTicketInput, "patch.subject"] as const),
      (subject) => ({ patch: { subject } }),
    ],
  ];

  test.each(places)("of the %s has no invisible characters", (_, schema, path, given) => {
    for (const hidden of ["a\u2028b", "a\u001bb", "a\u0007b", "a\u202eb"]) {
      expect([hidden, wordsFor(schema, given(hidden), path)]).toEqual([
        hidden,
        [expect.any(String)],
      ]);
    }
    expect(wordsFor(schema, given("ab"), path) ?? []).toEqual([]);
  });
});

describe("half of a surrogate pair", () => {
  const token = "x";
  const places: [string, Schema, string, (password: string) => unknown][] = [
    ["at sign-in", loginInput, "password", (password) => ({ email: "a@b.test", password })],
    [
      ...(["as a new one", changePasswordInput, "newPassword"] as const),
      (newPassword) => ({ oldPassword: "x", newPassword }),
    ],
    [
      ...(["as the old one", changePasswordInput, "oldPassword"] as const),
      (oldPassword) => ({ oldPassword, newPassword: "x" }),
    ],
    [
      ...(["by a link", choosePasswordInput, "newPassword"] as const),
      (newPassword) => ({ token, newPassword }),
    ],
    [
      ...(["of the first Super Admin", firstAdminInput, "newPassword"] as const),
      (newPassword) => ({ token, newPassword }),
    ],
  ];

  test.each(places)("is not allowed in a password %s", (_, schema, path, given) => {
    expect(wordsFor(schema, given("pass\ud800word"), path)).toEqual([
      "This holds characters that are no text.",
    ]);
    expect(wordsFor(schema, given("pass😀word"), path) ?? []).toEqual([]);
  });
});
