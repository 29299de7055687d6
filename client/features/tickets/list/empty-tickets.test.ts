import { expect, test } from "bun:test";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import type { ViewerProfile } from "../../../../shared/users.ts";
import { ViewerContext } from "../../../data/session/viewer.ts";
import { EmptyTickets } from "./EmptyTickets.tsx";
import { staffAddress } from "./ticket-list-address.ts";

const agent = { role: "Agent", companyScope: "all" } as ViewerProfile;

/** The text of the empty state. */
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

test("an empty saved view tells a desk without tickets from a query without results", () => {
  const nothing = { saved: true, counts: { all: 0 } };
  expect(said("view=all", nothing)).toContain("No tickets yet");
  const searched = said("view=all&q=tag:vip", nothing);
  expect(searched).toContain("No tickets in this view");
  expect(searched).toContain("No tickets match “ tag:vip ”");
});
