import type { TicketPatch } from "../../../shared/tickets/page.ts";
import { insertTicket } from "../../support/builders.ts";
import { addPerson } from "../../support/people.ts";
import { expect } from "../browser/fixtures.ts";
import { composerOf } from "../steps/composer.ts";
import { changeAs, colleague, makeTicket, openTicket } from "../steps/ticket.ts";
import { press, type Stage } from "./law.ts";

/** A ticket of four messages, and all of it that acts work with. */
export async function openIt({ page, desk, me }: Stage) {
  const made = await makeTicket(desk, { messages: 4, tags: ["one", "two"] });
  const other = await insertTicket(desk.db, {
    ...{ requester_id: made.requester.id, company_id: made.company.id },
    ...{ subject: "The hoist as well", status: "open" as const },
  });
  const mine = await colleague(desk, me.email);
  const macro = {
    ...{ requestId: Bun.randomUUIDv7(), name: "Escalate", body: "", shared: false },
    changes: { priority: "urgent" },
  };
  expect((await mine.mutate("macros.save", macro)).status).toBe(200);
  const samuel = await colleague(desk, (await addPerson(desk.db, "Agent")).email);
  const changeFirst = (patch: TicketPatch) => changeAs(samuel, desk, made.ticket, patch);
  const opened = await openTicket(page, made);
  return {
    page,
    made,
    other,
    changeFirst,
    ...opened,
    ...composerOf(page),
    ...partsOf(opened.region),
  };
}

function partsOf(region: Awaited<ReturnType<typeof openTicket>>["region"]) {
  const page = region.page();
  const button = (name: string | RegExp) => region.getByRole("button", { name });
  return {
    more: region.getByRole("button", { name: "More", exact: true }),
    button,
    choose: async (name: string | RegExp) => {
      const option = page.getByRole("option", { name }).first();
      await expect(option).toBeVisible();
      await page.keyboard.press("Enter");
    },
    message: (words: string) =>
      region
        .getByRole("article")
        .filter({ hasText: words })
        .getByRole("button", { name: /: more$/ }),
    answer: (name: string) => press(page.getByRole("alertdialog").getByRole("button", { name })),
  };
}

export type Parts = Awaited<ReturnType<typeof openIt>>;
