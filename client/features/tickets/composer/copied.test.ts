import { expect, test } from "bun:test";
import { addAddress, allCopied, copiedChips, copiedInput, dropAddress } from "./copied.ts";

const ben = { address: "ben@harbour.test", name: "Ben" };
const eva = { address: "eva@harbour.test", name: "" };
const copied = [ben, eva];

test("without a choice all are copied, and nothing is sent about it", () => {
  expect(copiedChips(allCopied, copied).map(({ state }) => state)).toEqual(["copied", "copied"]);
  expect(copiedInput(allCopied, copied)).toEqual({});
});

test("one left out stays copied on the ticket", () => {
  const choice = { ...allCopied, without: [ben.address] };
  expect(copiedInput(choice, copied)).toEqual({ cc: [eva.address] });
  expect(copiedInput(addAddress(choice, "cc", "Ben@harbour.test", copied), copied)).toEqual({});
});

test("one removed, one added and one in Bcc", () => {
  const removed = { ...allCopied, removed: [ben.address] };
  const added = addAddress(removed, "cc", " Zoe@else.test ", copied);
  const choice = addAddress(added, "bcc", "boss@acme.test", copied);
  const zoe = { address: "zoe@else.test", name: "" };
  expect(copiedChips(choice, copied)).toEqual([
    { ...eva, state: "copied" },
    { ...zoe, state: "added" },
  ]);
  expect(copiedInput(choice, copied)).toEqual({
    bcc: ["boss@acme.test"],
    addCopied: [zoe],
    removeCopied: [ben.address],
  });
  expect(copiedChips(choice, [...copied, zoe])).toHaveLength(2);
});

test("an address is in one place only", () => {
  const once = addAddress(
    addAddress(allCopied, "bcc", "x@y.test", copied),
    "cc",
    "x@y.test",
    copied,
  );
  expect(copiedInput(once, copied)).toEqual({ addCopied: [{ address: "x@y.test", name: "" }] });
  expect(dropAddress(once, "x@y.test")).toEqual(allCopied);
});
