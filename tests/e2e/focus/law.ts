import type { Locator, Request } from "@playwright/test";
import type { Role } from "../../../shared/access.ts";
import type { TestDesk } from "../browser/desk.ts";
import { expect, type Page, test } from "../browser/fixtures.ts";

/** An action, and where the focus must be afterwards. */
export interface Act<Parts> {
  name: string;
  /** The change of the router that it asks for; none where it only opens and closes something. */
  call?: string;
  act: (parts: Parts) => Promise<unknown>;
  /** On what changed, on the first invalid field, or on the trigger. */
  focus: (parts: Parts) => Locator;
}

export interface Stage {
  page: Page;
  desk: TestDesk;
  me: { id: string; email: string };
}

export interface FocusScene {
  name: string;
  role: Role;
  calls: string[];
  walk: (stage: Stage) => Promise<void>;
}

interface SceneGiven<Parts> {
  name: string;
  role: Role;
  /** Opens one page, on which all acts are done one after another. */
  open: (stage: Stage) => Promise<Parts>;
  acts: Act<Parts>[];
}

export function scene<Parts>({ name, role, open, acts }: SceneGiven<Parts>): FocusScene {
  return {
    ...{ name, role },
    calls: acts.flatMap(({ call }) => call ?? []),
    async walk(stage) {
      const parts = await open(stage);
      stage.page.setDefaultTimeout(10_000);
      for (const each of acts) await test.step(each.name, () => walkAct(stage.page, each, parts));
    },
  };
}

async function walkAct<Parts>(page: Page, { name, call, act, focus }: Act<Parts>, parts: Parts) {
  const asked = (request: Request) => call !== undefined && callsOf(request.url()).includes(call);
  const made: Request[] = [];
  const note = (request: Request) => void (asked(request) && made.push(request));
  page.on("request", note);
  try {
    await act(parts);
  } catch (error) {
    // The acts after it are looked at all the same.
    expect.soft(error, name).toBeUndefined();
    return;
  }
  if (call)
    await expect.soft.poll(() => made.length, `${name} asks for ${call}`).toBeGreaterThan(0);
  await made[0]?.response();
  page.off("request", note);
  await expect.soft.poll(() => standing(focus(parts)), `the focus after: ${name}`).toBe("there");
}

function callsOf(address: string): string[] {
  const { pathname } = new URL(address);
  return decodeURIComponent(pathname.split("/").at(-1) ?? "").split(",");
}

/** Where the focus is, unless it is right; and if it is, why it is unusable. */
function standing(place: Locator): Promise<string> {
  return place.evaluateAll((places) => {
    const held = document.activeElement;
    if (!(held instanceof HTMLElement && places.includes(held))) {
      const words = held?.getAttribute("aria-label") ?? held?.textContent ?? "";
      return `${held?.localName} “${words.slice(0, 60)}”, of ${places.length} wanted`;
    }
    if (held === document.body) return "on the body";
    if (!held.checkVisibility({ visibilityProperty: true })) return "on what is not seen";
    if (held.matches(":disabled")) return "on what is disabled";
    if (held.closest("[inert], [aria-hidden=true]")) return "on what is hidden from some";
    const overlays = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")];
    const top = overlays.findLast((one) => one.checkVisibility());
    return top && !top.contains(held) ? "under an overlay" : "there";
  });
}

/** By keyboard only. */
export async function press(locator: Locator, key = "Enter"): Promise<void> {
  await locator.press(key);
}

/** Opens a menu by its trigger and chooses an item. */
export async function take(trigger: Locator, item: string | RegExp): Promise<void> {
  await press(trigger);
  const found = trigger
    .page()
    .getByRole("menuitem", { name: item })
    .or(trigger.page().getByRole("menuitemradio", { name: item }));
  await press(found);
}
