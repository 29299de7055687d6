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

test("a refusal is recorded by name; a busy database refuses nothing", async () => {
  expect(await tried("ticket_closed")).toMatchObject({
    ...{ state: "refused", refusal: { subject: "#7 Labels" } },
  });
  await expect(tried("unavailable")).rejects.toMatchObject({ code: "unavailable" });
});
