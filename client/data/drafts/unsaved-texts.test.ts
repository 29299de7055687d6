import { afterAll, beforeAll, expect, test } from "bun:test";
import { unsavedTextsKey } from "../browser/unsaved-keys.ts";
import {
  dropUnsavedText,
  saveUnsavedText,
  type UnsavedText,
  unsavedTextsOf,
} from "./unsaved-texts.ts";

// Without a database no write ever finishes, so typed text is always in flight.
const kept = new Map<string, string>();
const localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
};
const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");

beforeAll(() => {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: localStorage });
});
afterAll(() => {
  if (before) Object.defineProperty(globalThis, "localStorage", before);
  else Reflect.deleteProperty(globalThis, "localStorage");
});

function textIn(tab: string, body: string): UnsavedText {
  const place = { ticketId: "ticket", kind: "reply" } as const;
  return { ...place, id: tab, personId: "me", revision: 0, at: 0, body, form: null };
}

const leave = () => dispatchEvent(new Event("pagehide"));
const comeBack = () => dispatchEvent(new Event("pageshow"));
const bodies = async () => (await unsavedTextsOf("me")).map(({ body }) => body);

test("two tabs closed at the same time each leave their text", async () => {
  kept.set(unsavedTextsKey, JSON.stringify([textIn("first", "typed in the first")]));
  await saveUnsavedText(textIn("second", "typed in the second"));
  leave();
  await dropUnsavedText("second");
  expect((await bodies()).sort()).toEqual(["typed in the first", "typed in the second"]);
  for (const tab of ["first", "second"]) await dropUnsavedText(tab);
});

test("a restored page continues with its own text, not with the older copy it left", async () => {
  await saveUnsavedText(textIn("tab", "Dear"));
  leave();
  comeBack();
  await saveUnsavedText(textIn("tab", "Dear Ana"));
  expect(await bodies()).toEqual(["Dear Ana"]);

  leave();
  comeBack();
  await dropUnsavedText("tab");
  expect(await bodies()).toEqual([]);
});
