import { describe, expect, test } from "bun:test";
import { completeAt, nameCompletion, putIn } from "./complete.ts";

/** The caret is at the bar. */
function at(marked: string, language: "staff" | "customer" = "staff") {
  const caret = marked.indexOf("|");
  const text = marked.replace("|", "");
  const typed = completeAt(text, caret, language);
  return { ...typed, text, labels: typed.options.map(({ label }) => label) };
}

describe("completion", () => {
  test("offers every operator for an empty query", () => {
    expect(at("|").labels).toContain("status:");
    expect(at("status:open |").labels.length).toBeGreaterThan(15);
    expect(at("prin |status:open").labels.length).toBeGreaterThan(15);
    expect(at("|", "customer").labels).not.toContain("priority:");
  });

  test.each<[string, string[]]>([
    ["sta|", ["status:"]],
    ["labels -cre|", ["created:", "created-hour:"]],
    ["status:|", ["new", "open", "pending", "on-hold", "resolved", "closed"]],
    ["status:open,o|", ["open", "on-hold"]],
    ["assignee:m|", ["me"]],
    ["is:s|", ["snoozed", "spam"]],
    ["resolved:|", ["today", "yesterday", ">-7d", "<-1d", ">-1h"]],
    ['"sta|', []],
    ["STA|", ["status:"]],
    ["status:O|", ["open", "on-hold"]],
    ["sta|tus:open", []],
    ["foo:ba|", []],
    ["has:|", ["attachment", "draft", "company", "team", "tag", "assignee", "rating"]],
    ["is:u|", ["unread", "unassigned"]],
    ["is:o|", ["open", "overdue", "opened-by-staff"]],
    ["is:m|", ["mentioned", "merged"]],
    ["is:f|", ["followed"]],
    ["rating:|", ["good", "bad"]],
    ["waiting:|", ["us", "customer"]],
    ["assignee:|", ["me", "none"]],
    ["resolved:t|", []],
    ["open-at:|", ["-1d", "-7d", "-30d"]],
    ["replies:|", ["0", "1", ">1"]],
  ])("%p offers %p", (text, labels) => {
    expect(at(text).labels).toEqual(labels);
  });

  test.each<[string, unknown]>([
    ["company:nor|", { operator: "company", beginning: "nor" }],
    ['company:"Nord lic|', { operator: "company", beginning: "Nord lic" }],
    ["company:acme,nor|", { operator: "company", beginning: "nor" }],
    ["labels prin|", { operator: null, beginning: "prin" }],
    ["status:|", null],
    ["-prin|", null],
    ["foo:ba|", null],
    ['"sta|', null],
    ["prin |status:open", null],
  ])("%p asks the database for %p", (text, asks) => {
    expect(at(text).asks as unknown).toEqual(asks);
  });

  test.each<[string, string, string]>([
    ["open company:nor|", "Nordlicht Klinik", 'open company:"Nordlicht Klinik" |'],
    ["company:acme,nor| x", "Norrland", "company:acme,Norrland| x"],
    ["company:nor|,acme", "Norrland", "company:Norrland|,acme"],
    ['company:|"Nord"', "Norrland", "company:Norrland |"],
  ])("%p becomes the chosen completion", (marked, name, expected) => {
    const { span, text } = at(marked);
    const put = putIn(text, span, nameCompletion(name, "", null));
    expect(`${put.text.slice(0, put.at)}|${put.text.slice(put.at)}`).toBe(expected);
  });

  test("continues an operator with its value, without a space", () => {
    const { span, text, options } = at("-sta|");
    const [status] = options;
    if (!status) throw new Error("It is offered");
    expect(status).toEqual({
      ...{
        text: "-status:",
        label: "status:",
        says: "status",
        count: null,
        isWhole: false,
      },
    });
    expect(putIn(text, span, status)).toEqual({ text: "-status:", at: 8 });
  });

  test("of a value is complete, with a description where the word needs one", () => {
    const { span, text, options } = at("assignee:|");
    const [me] = options;
    if (!me) throw new Error("It is offered");
    const says = "the person viewing";
    expect(me).toEqual({ text: "me", label: "me", says, count: null, isWhole: true });
    expect(putIn(text, span, me).text).toBe("assignee:me ");
  });

  test("leaves the text around the caret unchanged if nothing is typed yet", () => {
    const { span, text, options } = at("prin |status:open");
    const [first] = options;
    if (!first) throw new Error("It is offered");
    expect(putIn(text, span, first).text).toBe(`prin ${first.text}status:open`);
  });
});
