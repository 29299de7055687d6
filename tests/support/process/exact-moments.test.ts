import { expect, test } from "bun:test";

test("a partial match compares dates, Maps and Sets too", () => {
  const [early, late] = [new Date(0), new Date(5)];
  const row = {
    name: "Ada",
    at: early,
    more: [{ names: new Set(["a"]), counts: new Map([[1, 2]]) }],
  };
  expect(row).toMatchObject({ at: new Date(0), more: [{ names: new Set(["a"]) }] });
  expect(row).toMatchObject({ name: expect.any(String), at: expect.any(Date) });
  const others = [
    ...[{ at: late }, { at: null }, { more: [{ names: new Set(["b"]) }] }],
    { more: [{ counts: new Map([[1, 3]]) }] },
  ];
  for (const other of others) expect(row).not.toMatchObject(other);
  expect([{ at: early }]).not.toMatchObject([{ at: late }]);
});
