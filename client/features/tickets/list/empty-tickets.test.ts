import { expect, test } from "bun:test";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import type { ViewerProfile } from "../../../../shared/users.ts";
import { ViewerContext } from "../../../data/session/viewer.ts";
import { EmptyTickets } from "./EmptyTickets.tsx";
import { SetUpSteps } from "./SetUpPanel.tsx";
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

test("an empty saved view distinguishes a desk without tickets from a query without results", () => {
  const nothing = { saved: true, counts: { all: 0 } };
  expect(said("view=all", nothing)).toContain("No tickets yet");
  const searched = said("view=all&q=tag:vip", nothing);
  expect(searched).toContain("No tickets in this view");
  expect(searched).toContain("No tickets match “ tag:vip ”");
});

test("the set-up shows each step with its state and a link, until all are done or it is dismissed", () => {
  const none = { appearance: false, email: false, agent: false, team: false, ticket: false };
  const shown = (done: Partial<typeof none>, isDismissed = false) => {
    const setUp = { isDismissed, done: { ...none, ...done } };
    const steps = createElement(SetUpSteps, { setUp, onDismiss() {} });
    return renderToStaticMarkup(createElement(MemoryRouter, null, steps));
  };
  const html = shown({ team: true, email: true });
  expect(html).toContain("2 of 5 done");
  expect(html.match(/aria-label="Done"/g)).toHaveLength(2);
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  expect(links).toEqual(["/settings/desk", "/user/log", "/ticket/new"]);
  expect(shown({}, true)).toBe("");
  const all = { appearance: true, email: true, agent: true, team: true, ticket: true };
  expect(shown(all)).toBe("");
});
