import { describe, expect, test } from "bun:test";
import { cn } from "./cn.ts";

describe("cn", () => {
  test("the later of two classes for the same property wins", () => {
    expect(cn("h-9 px-4 text-sm", "h-auto p-0 text-lg")).toBe("h-auto p-0 text-lg");
    expect(cn("max-w-100", "max-w-110")).toBe("max-w-110");
    expect(cn("size-4", "h-8")).toBe("size-4 h-8");
    expect(cn("w-4 h-row", "size-6")).toBe("size-6");
    expect(cn("h-9", "h-row")).toBe("h-row");
  });

  test("the size and the colour of a text do not conflict", () => {
    expect(cn("text-2xs text-muted-foreground", "text-foreground")).toBe(
      "text-2xs text-foreground",
    );
    expect(cn("text-faint text-sm", "text-[0.625rem]")).toBe("text-faint text-[0.625rem]");
  });

  test("a class for one side is kept next to one for all sides", () => {
    expect(cn("border border-l-3 border-input", "border-l-destructive")).toBe(
      "border border-l-3 border-input border-l-destructive",
    );
    expect(cn("right-0", "inset-y-0")).toBe("right-0 inset-y-0");
  });

  test("a class with a state does not override the others", () => {
    expect(cn("bg-card hover:bg-accent", "bg-selected")).toBe("hover:bg-accent bg-selected");
    expect(cn("shell:h-10", "h-full")).toBe("shell:h-10 h-full");
  });

  test("empty values are left out", () => {
    expect(cn("flex", false, undefined, ["gap-2", null])).toBe("flex gap-2");
  });
});
