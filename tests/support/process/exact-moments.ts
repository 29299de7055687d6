import { expect } from "bun:test";

// Bun's toMatchObject takes any moment, Map or Set for any other: here they have to be equal.
// Loaded before every test file, by bunfig.toml.

interface Expecting {
  toMatchObject(expected: unknown): void;
  toBeHandedTo(hear: (received: unknown, isNot: boolean) => void): void;
}

expect.extend({
  toBeHandedTo(received, hear: Parameters<Expecting["toBeHandedTo"]>[0]) {
    hear(received, this.isNot);
    return { pass: !this.isNot, message: () => "" };
  },
});

const expecting: Expecting = Object.getPrototypeOf(expect(null));
const { toMatchObject } = expecting;

expecting.toMatchObject = function (expected) {
  const wanted = wholeIn(expected);
  if (wanted.length === 0) return toMatchObject.call(this, expected);
  let isOther = false;
  this.toBeHandedTo((received, isNot) => {
    const found = wanted.map(([path]) => [path, at(received, path)]);
    isOther = isNot && !Bun.deepEquals(found, wanted);
    if (!isNot) expect(found).toEqual(wanted);
  });
  if (!isOther) toMatchObject.call(this, expected);
};

type Path = readonly string[];

/** The values that are compared as a whole. */
function wholeIn(expected: unknown, path: Path = []): [Path, unknown][] {
  if ([Date, Map, Set].some((kind) => expected instanceof kind)) return [[path, expected]];
  const isPlain =
    Array.isArray(expected) ||
    (expected instanceof Object && Object.getPrototypeOf(expected) === Object.prototype);
  if (!isPlain) return [];
  return Object.entries(expected).flatMap(([name, value]) => wholeIn(value, [...path, name]));
}

function at(received: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, name) => (value instanceof Object ? Reflect.get(value, name) : undefined),
    received,
  );
}
