import { expect, test } from "bun:test";
import { companySorts } from "../../../shared/companies.ts";
import { companyListAddress } from "./company-list-address.ts";

const read = (address: string) => companyListAddress.read(new URLSearchParams(address));

test.each(companySorts)("the order by %s comes back from its address, either way", (sort) => {
  for (const descending of [true, false]) {
    const list = { ...read(""), sort, descending };
    expect(read(companyListAddress.write(list))).toEqual(list);
  }
});

test("what is counted begins with the largest, names with the first", () => {
  for (const sort of ["members", "agents", "open", "created"]) {
    expect(read(`sort=${sort}`)).toMatchObject({ sort, descending: true });
  }
  expect(read("")).toMatchObject({ sort: "name", descending: false });
});
