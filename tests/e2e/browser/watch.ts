import type { BrowserContext, ConsoleMessage } from "@playwright/test";
import { trackRequests } from "./settled.ts";
import { slowDown } from "./slowness.ts";

/** What a browser has to complain about: no page of ours may give it a reason. */
export interface Watch {
  /** Tells what came so far, and forgets it. */
  take(): string[];
  /** For a test that cuts the line or breaks an answer itself. */
  allow(complaint: RegExp): void;
}

/** Errors in the console, thrown errors, CSP reports and requests to anybody but the desk. */
export async function watchBrowser(context: BrowserContext, desk: string): Promise<Watch> {
  let complaints: string[] = [];
  const allowed: RegExp[] = [];
  const complain = (words: string) => {
    if (!allowed.some((pattern) => pattern.test(words))) complaints.push(words);
  };

  context.on("console", (message) => {
    if (message.type() === "error" && !isRefusal(message)) complain(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => complain(`thrown: ${error.error().message}`));
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== desk && /^(https?|wss?):$/.test(protocol)) complain(`foreign: ${request.url()}`);
  });
  trackRequests(context);
  slowDown(context);
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`CSP ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
  });

  return {
    take() {
      const taken = complaints;
      complaints = [];
      return taken;
    },
    allow: (complaint) => void allowed.push(complaint),
  };
}

/** Chromium itself writes a line for every call that is answered with an error: that is no fault. */
function isRefusal(message: ConsoleMessage): boolean {
  const { pathname } = new URL(message.location().url || "about:blank");
  return (
    pathname.startsWith("/node/") &&
    /^Failed to load resource: the server responded with a status of 4\d\d /.test(message.text())
  );
}
