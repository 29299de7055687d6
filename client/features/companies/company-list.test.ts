import { expect, test } from "bun:test";
import { companySorts } from "../../../shared/companies.ts";
import { companyListAddress } from "./company-list.ts";

const read = (address: string) => companyListAddress.read(new URLSearchParams(address));

test.each(companySorts)("the order by %s survives the address in both directions", (sort) => {
  for (const descending of [true, false]) {
    const list = { ...read(""), sort, descending };
    expect(read(companyListAddress.write(list))).toEqual(list);
  }
});

test("counts and times start with the largest, names with A", () => {
  for (const sort of ["members", "agents", "open", "created"]) {
    expect(read(`sort=${sort}`)).toMatchObject({ sort, descending: true });
  }
  expect(read("")).toMatchObject({ sort: "name", descending: false });
});
