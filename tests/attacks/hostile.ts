import fc from "fast-check";

/** Texts that have broken servers: encodings, formats, languages and limits. */
export const hostileTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfffy",
  "\ufeff",
  "\u202egpj.exe",
  "\u2028\u2029",
  "\r\nSet-Cookie: owned=1",
  "İıŞşß",
  "e\u0301".repeat(200),
  "👩‍👩‍👧‍👦".repeat(40),
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "../../../../etc/passwd",
  "..\\..\\boot.ini",
  "file:///etc/passwd",
  "//evil.test",
  "/\\evil.test",
  "javascript:alert(1)",
  "' or '1'='1",
  "'; drop table users; --",
  '") or 1=1 --',
  "1; commit; --",
  "\\",
  "%",
  "_",
  "%00",
  "%c0%ae",
  "$1",
  "{{7*7}}",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "=HYPERLINK(1)",
  "(((((((((((((((",
  "a".repeat(301),
  "a:".repeat(200),
  "-".repeat(400),
  "'&|!<->():*",
  "NaN",
  "Infinity",
  "null",
  "true",
  "0",
  "-1",
  "1e309",
  "infinity",
  "2026-02-30",
  "0000-00-00",
  "275761-01-01",
  "9999-12-31T23:59:59.999Z",
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
];

const hostileNumbers = [
  ...[0, -0, -1, 1, 0.5, 1e-320, 32_767, 32_768, 2_147_483_647, 2_147_483_648, -2_147_483_649],
  ...[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1, 9.3e18, 1e21, 1e308, -1e308],
];

/** What JSON may hold where something else was meant. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 2, arbitrary: fc.constantFrom([], [[]], [null], {}, { $ne: null }, { length: -1 }) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.nat({ max: 400 }).map(nested) },
  { weight: 1, arbitrary: fc.nat({ max: 4000 }).map((length) => Array(length).fill(0)) },
  { weight: 1, arbitrary: fc.nat({ max: 120_000 }).map((length) => "x".repeat(length)) },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "toJSON").map(withKey) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

type Spot = { holder: Record<string, unknown>; key: string };

/** The same value with one thing about it wrong: another value, one too many, or one missing. */
export function corrupted(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.constantFrom("replace", "replace", "remove", "add", "wrap", "repeat");
  return fc.tuple(valid, fc.nat(), change, hostileValue).map(([value, where, how, hostile]) => {
    const root: Record<string, unknown> = { it: structuredClone(value) };
    const spots = spotsIn(root);
    const { holder, key } = spots[where % spots.length] ?? { holder: root, key: "it" };
    const before = holder[key];
    if (how === "remove" && holder !== root) delete holder[key];
    else if (how === "wrap") set(holder, key, [before]);
    else if (how === "repeat" && Array.isArray(before)) holder[key] = Array(300).fill(before[0]);
    else if (how === "add" && isHolder(before))
      set(before, String(where % 7 || "__proto__"), hostile);
    else set(holder, key, hostile);
    return root.it;
  });
}

function spotsIn(holder: Record<string, unknown>): Spot[] {
  return Object.keys(holder).flatMap((key) => {
    const value = holder[key];
    return [{ holder, key }, ...(isHolder(value) ? spotsIn(value) : [])];
  });
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** As JSON.parse does it: `__proto__` becomes a key like any other. */
function set(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, {
    ...{ value, enumerable: true, configurable: true, writable: true },
  });
}

function withKey(key: string): object {
  const holder = {};
  set(holder, key, { isAdmin: true, role: "Super Admin" });
  return holder;
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let left = depth; left > 0; left -= 1) value = left % 2 ? [value] : { a: value };
  return value;
}
