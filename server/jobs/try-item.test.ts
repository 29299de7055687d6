import { expect, test } from "bun:test";
import { AppError } from "../../shared/errors.ts";
import { tryItem } from "./try-item.ts";

const tried = (code: "ticket_closed" | "unavailable") =>
  tryItem(
    async () => {
      throw new AppError(code);
    },
    () => "#7 Labels",
  );

test("a refusal is told under its name; a database that had no time has refused nothing", async () => {
  expect(await tried("ticket_closed")).toMatchObject({
    ...{ state: "refused", refusal: { subject: "#7 Labels" } },
  });
  await expect(tried("unavailable")).rejects.toMatchObject({ code: "unavailable" });
});
