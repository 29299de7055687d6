import { expect, test } from "bun:test";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import type { ViewerProfile } from "../../../../shared/users.ts";
import { ViewerContext } from "../../../data/session/viewer.ts";
import { EmptyTickets } from "./EmptyTickets.tsx";
import { staffAddress } from "./ticket-list-address.ts";

const agent = { role: "Agent", companyScope: "all" } as ViewerProfile;

/** What is read where a list holds nothing. */
function said(search: string, rest: Partial<ComponentProps<typeof EmptyTickets>>): string {
  const props: ComponentProps<typeof EmptyTickets> = {
    list: staffAddress.read(new URLSearchParams(search)),
    ...{ name: "Mine", saved: false, counts: {}, count: 0, unreadable: false, clearSearch() {} },
    ...rest,
  };
  const page = createElement(EmptyTickets, props);
  const viewed = createElement(ViewerContext, { value: agent }, page);
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, viewed));
  return html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

test("a saved view without a query holds nothing where there is nothing at all", () => {
  const nothing = { saved: true, counts: { all: 0 } };
  expect(said("view=all", nothing)).toContain("There is no ticket yet");
  const searched = said("view=all&q=tag:vip", nothing);
  expect(searched).toContain("Nothing in this view");
  expect(searched).toContain("fits “ tag:vip ”");
});
