import { expect, test } from "bun:test";
import fc from "fast-check";
import { accentIn, accentPresets, accentVariables, contrast } from "./desk-colours.ts";

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, "0")}`);

test("text on any accent is readable in both themes", () => {
  fc.assert(
    fc.property(colour, (chosen) => {
      for (const theme of ["light", "dark"] as const) {
        const { primary, onPrimary, selected, onSelected } = accentIn(theme, chosen);
        expect(contrast(primary, onPrimary)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(selected, onSelected)).toBeGreaterThanOrEqual(4.5);
        // The focus ring uses the accent too.
        expect(contrast(primary, theme === "light" ? "#fafafb" : "#1c1f26")).toBeGreaterThan(3);
      }
    }),
    { numRuns: 300 },
  );
});

test("a readable colour is kept as chosen", () => {
  for (const { accent } of accentPresets) expect(accentIn("light", accent).primary).toBe(accent);
});

test("black on white has contrast 21, a colour on itself 1", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#c2410c", "#c2410c")).toBe(1);
});

test("every value is a plain colour for a style sheet", () => {
  fc.assert(
    fc.property(colour, (chosen) =>
      Object.values(accentVariables(chosen)).every((value) => /^#[0-9a-f]{6}$/.test(value)),
    ),
    { numRuns: 100 },
  );
});
