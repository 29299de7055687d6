import type { Request } from "@playwright/test";
import { expect, type Page, signInByHand, test } from "./browser/fixtures.ts";
import { leadTo, logOut, seeRows, shellOf } from "./steps/anywhere.ts";

interface Call {
  method: string;
  url: URL;
  headers: Record<string, string>;
}

/** Every call that the client makes, as the browser sends it. */
function listenToCalls(page: Page): () => Promise<Call[]> {
  const calls: Promise<Call>[] = [];
  page.on("request", (request) => {
    if (["fetch", "xhr"].includes(request.resourceType())) calls.push(readCall(request));
  });
  return () => Promise.all(calls);
}

async function readCall(request: Request): Promise<Call> {
  const headers = await request.allHeaders();
  return { method: request.method(), url: new URL(request.url()), headers };
}

/** Signs in, looks around, changes something and signs out. */
async function workForAWhile(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await signInByHand(page, email);
  await seeRows(page, /^Tickets/);
  await shellOf(page).entry("Users").click();
  await seeRows(page, "Users");
  const saved = page.waitForResponse(/account\.updateProfile/);
  await page.getByRole("button", { name: "Collapse navigation" }).click();
  await saved;
  await logOut(page);
}

test("All calls use JSON and send credentials (cookies). The base address is the page origin plus /node in production. Non-GET requests to relative URLs carry an anti-forgery header taken from a cookie. GET /auth/logout: none, a success flag", async ({
  page,
  person,
  context,
  desk,
}) => {
  const listen = listenToCalls(page);
  const answers: string[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "fetch") {
      answers.push(response.headers()["content-type"] ?? "");
    }
  });
  const loggedOut = page.waitForResponse(/\/node\/auth\/logout$/);
  const { email } = await person("Super Admin");
  await workForAWhile(page, email);
  expect((await loggedOut).request().method()).toBe("GET");
  expect(await (await loggedOut).json()).toEqual({ success: true });

  const calls = await listen();
  expect(calls.length).toBeGreaterThan(6);
  for (const { url } of calls)
    expect(url.href.startsWith(`${desk.url}/node/`), url.href).toBe(true);
  expect(new Set(answers)).toEqual(new Set(["application/json"]));

  const [first, ...later] = calls;
  expect(first?.headers.cookie).toBeUndefined();
  for (const { url, headers } of later) expect(headers.cookie, url.pathname).toContain("XSRF");
  const signedIn = later.filter(({ url }) => /users\.|tickets\.|logout/.test(url.pathname));
  expect(signedIn.length).toBeGreaterThan(3);
  for (const { url, headers } of signedIn) {
    expect(headers.cookie, url.pathname).toContain("frontdesk_session=");
  }

  const changes = calls.filter(({ method }) => method !== "GET");
  expect(changes.map(({ url }) => url.pathname)).toEqual([
    "/node/auth/login",
    "/node/trpc/account.updateProfile",
  ]);
  for (const { url, headers } of changes) {
    expect(headers["content-type"], url.pathname).toBe("application/json");
    const cookie = /XSRF-TOKEN=([^;]+)/.exec(headers.cookie ?? "")?.[1];
    expect(cookie, url.pathname).toBeTruthy();
    expect(headers["x-xsrf-token"], url.pathname).toBe(cookie);
  }

  await test.step("a stale pair of cookie and header is renewed without anyone noticing", async () => {
    await signInByHand(page, email);
    await seeRows(page, /^Tickets/);
    await leadTo(page, "/profile");
    await expect(page.getByText("This device")).toBeVisible();
    await context.addCookies([{ name: "XSRF-TOKEN", value: "stale", url: desk.url }]);
    await page.getByText("Dark", { exact: true }).click();
    await expect(shellOf(page).notices.getByRole("status")).toContainText("Theme saved");
    await expect(shellOf(page).notices.getByRole("alert")).toHaveCount(0);
  });
});
