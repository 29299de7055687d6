import { describe, expect, test } from "bun:test";
import { type CompletionSource, completionAt } from "./completion.ts";
import { cutAtMentions, mentionedIn, namesToLookUp } from "./mentions.ts";

const useChoices = () => ({ choices: [], isWaiting: false });
const people: CompletionSource = {
  trigger: "@",
  label: "People",
  after: " ",
  nothing: "",
  useChoices,
};
const macros: CompletionSource = {
  trigger: "/",
  label: "Macros",
  after: " ",
  nothing: "",
  useChoices,
};

function at(marked: string) {
  const caret = marked.indexOf("|");
  const open = completionAt(marked.replace("|", ""), caret, [people, macros]);
  return open && `${open.source.trigger}${open.query} at ${open.from}`;
}

describe("the completion at the caret", () => {
  test.each([
    ["@|", "@ at 0"],
    ["ask @sam|", "@sam at 4"],
    ["(@sam|", "@sam at 1"],
    ["ask @Samuel Ok|afor", "@Samuel Ok at 4"],
    ["one\n@s|", "@s at 4"],
    ["/refund|", "/refund at 0"],
    ["one\n/re|", "/re at 4"],
    ["yes /no|", "/no at 4"],
    [`${"x ".repeat(40)}@sam|`, "@sam at 80"],
  ])("%s", (text, found) => expect(at(text)).toBe(found));

  test.each([
    ["an address", "ana@harbour|"],
    ["a path", "see a/b|"],
    ["a sentence after a name", "@Sam please look at it|"],
    ["a name that is complete", "@Samuel, |"],
    ["a blank after the sign", "@ |"],
    ["the line below", "@sam\n|"],
  ])("not in %s", (_what, text) => expect(at(text)).toBeNull());
});

test("a choice does not open the list again until it is changed", () => {
  const chosen = { from: 4, insert: "@Samuel Okafor " };
  const then = (text: string) => completionAt(text, text.length, [people, macros], chosen)?.query;
  expect(then("ask @Samuel Okafor ")).toBeUndefined();
  expect(then("ask @Samuel Okafor p")).toBeUndefined();
  expect(then("ask @Samuel Okafor")).toBe("Samuel Okafor");
  expect(then("ask @Samuel Okafor @z")).toBe("z");
});

test("a choice without text can be opened again in its place", () => {
  const chosen = { from: 0, insert: "" };
  expect(completionAt("/", 1, [people, macros], chosen)?.query).toBe("");
});

describe("mentions", () => {
  const ana = { id: "1", name: "Ana" };
  const anaFerreira = { id: "2", name: "Ana Ferreira" };
  const samuel = { id: "3", name: "Samuel Okafor" };

  test("are people whose whole name is in the text", () => {
    expect(mentionedIn("@Samuel Okafor please", [ana, samuel])).toEqual([samuel]);
    expect(mentionedIn("@Samuel Oka please", [ana, samuel])).toEqual([]);
    expect(mentionedIn("no one", [ana, samuel])).toEqual([]);
  });

  test("do not include a short name inside a longer one", () => {
    expect(mentionedIn("@Ana Ferreira please", [ana, anaFerreira])).toEqual([anaFerreira]);
    expect(mentionedIn("@Ana and @Ana Ferreira", [ana, anaFerreira])).toEqual([anaFerreira, ana]);
  });

  test("are drawn as chips where a whole name is, and nowhere else", () => {
    expect(cutAtMentions("See @Ana Ferreira, @Ana!", [ana, anaFerreira])).toEqual([
      ...["See ", "@Ana Ferreira", ", ", "@Ana", "!"],
    ]);
    expect(cutAtMentions("@Anabel", [ana])).toEqual(["@Anabel"]);
    expect(cutAtMentions("no one", [])).toEqual(["no one"]);
  });

  test("are looked up if they were chosen on another computer", () => {
    expect(namesToLookUp("@Zoë Müller, ask @Samuel Okafor about @4")).toEqual([
      "Zoë Müller",
      "Samuel Okafor",
    ]);
  });
});
