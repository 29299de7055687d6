import { expect, test } from "bun:test";
import { readConfig } from "../config.ts";
import { announce } from "./announce.ts";
import type { ServedDesk } from "./serve-desk.ts";

const url = "http://localhost:3000";

function said(env: Record<string, string>): string {
  const config = readConfig(env);
  const desk = { isDemo: false, mail: config, sendsMail: config.smtpUrl !== null };
  const served = { url, origin: config.baseUrl ?? url, services: { desk } };
  return announce({
    config,
    // The part it reads.
    served: served as unknown as ServedDesk,
    notices: [],
    firstAdminLink: null,
  });
}

test("mails with links to this machine are announced", () => {
  const SMTP_URL = "smtp://mail.test";
  const words = `No BASE_URL: links in mails start with ${url}.`;
  expect(said({ SMTP_URL })).toContain(words);
  expect(said({ SMTP_URL, BASE_URL: "https://desk.test" })).not.toContain("No BASE_URL");
  expect(said({})).not.toContain("No BASE_URL");
});
