import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fillPlaceholders, placeholders, unknownPlaceholders } from "./macros.ts";

describe("the placeholders of a macro", () => {
  test("are filled, with or without blanks inside the braces", () => {
    const text = "Hello {{requester.firstName}}, about {{ ticket.number }}:";
    expect(fillPlaceholders(text, { "requester.firstName": "Ana", "ticket.number": "#1042" })).toBe(
      "Hello Ana, about #1042:",
    );
  });

  test("add their sign once, even if it is typed before them", () => {
    const values = { "ticket.number": "#1042", "desk.name": "Desk" };
    expect(fillPlaceholders("Mark #{{ticket.number}} as solved", values)).toBe(
      "Mark #1042 as solved",
    );
    expect(fillPlaceholders("By #{{desk.name}}, #{{company.name}}", values)).toBe("By #Desk, #");
  });

  test("without a value are removed with the space before them", () => {
    expect(fillPlaceholders("Dear {{requester.firstName}} at {{company.name}}.", {})).toBe(
      "Dear at.",
    );
  });

  test("a value is never read as a placeholder or a pattern", () => {
    const values = { "requester.firstName": "{{agent.name}} $& $1", "agent.name": "Maya" };
    expect(fillPlaceholders("Hi {{requester.firstName}}", values)).toBe("Hi {{agent.name}} $& $1");
  });

  test("unknown ones are listed once and left unchanged", () => {
    const text = "{{requester.age}} {{toString}} {{requester.age}} {{agent.name}}";
    expect(unknownPlaceholders(text)).toEqual(["requester.age", "toString"]);
    expect(fillPlaceholders("{{requester.age}}", {})).toBe("{{requester.age}}");
  });

  test("a text without braces never changes", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes("{{"));
        expect(fillPlaceholders(text, {})).toBe(text);
      }),
    );
  });

  test("every known one can be filled", () => {
    for (const name of Object.keys(placeholders)) {
      expect(unknownPlaceholders(`{{${name}}}`)).toEqual([]);
      expect(fillPlaceholders(`{{${name}}}`, { [name]: "x" })).toBe("x");
    }
  });
});
