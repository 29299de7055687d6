import { expect, test } from "bun:test";
import { parseQuery } from "../../../../shared/search/query.ts";
import { ofRequester, openTicketsQuery } from "./open-of-requester.ts";

const ana = { id: "1", name: "Ana Ferreira" };

test("the open tickets of a requester are looked for by their whole name", () => {
  expect(openTicketsQuery(ana)).toBe('requester:"Ana Ferreira" is:open');
});

test.each(["me", "none", 'Ana "Nina" Ferreira', "Ferreira, Ana", "Ana"])(
  "also of somebody called %s",
  (name) => {
    const { terms, problems } = parseQuery(openTicketsQuery({ ...ana, name }), "staff");
    expect(problems).toEqual([]);
    expect(terms[0]).toMatchObject({ operator: "requester", values: [{ kind: "name", name }] });
  },
);

test("a namesake's are none of theirs", () => {
  const theirs = { requester: ana };
  expect(ofRequester([{ requester: { ...ana, id: "2" } }, theirs], ana)).toEqual([theirs]);
});
