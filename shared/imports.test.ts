import { expect, test } from "bun:test";
import { importTitle } from "./imports.ts";

test("an import is named by the rows of its file, even if some are skipped", () => {
  expect(importTitle("users", 3_000, "staff.csv")).toBe(
    "Import of users: 3,000 rows from staff.csv",
  );
  expect(importTitle("companies", 1, "one.csv")).toBe("Import of companies: 1 row from one.csv");
});
