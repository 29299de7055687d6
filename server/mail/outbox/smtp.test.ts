import { expect, test } from "bun:test";
import { startMailServer } from "../../../tests/support/mail-server.ts";
import { createSender } from "./smtp.ts";

test("an encoded word that someone typed as subject or name is shown as it was typed", async () => {
  const server = await startMailServer();
  try {
    const typed = "=?utf-8?B?U3VwZXIgQWRtaW4=?=";
    const settings = { mailFrom: "desk@acme.test", mailReplyTo: null, baseUrl: null };
    const send = createSender({ ...settings, smtpUrl: server.url }, 5000);
    await send?.(
      {
        ...{ id: "<1@desk>", thread: null, mark: "x", mailbox: null, conversation: null },
        ...{ automatic: null, choosesAt: null, logo: null },
        ...{ deskName: `Desk ${typed}`, agentName: typed, name: typed, address: "ana@acme.test" },
        ...{ subject: `[#7] ${typed}`, text: "Hello", html: "<p>Hello</p>" },
      },
      new AbortController().signal,
    );
    const mail = await server.take("ana@acme.test");
    const shown = [mail.subject, mail.from?.name, mail.to?.[0]?.name];
    expect(shown.map((text) => text?.replaceAll("\u2060", ""))).toEqual([
      `[#7] ${typed}`,
      `${typed} at Desk ${typed}`,
      typed,
    ]);
    const head = mail.source.slice(0, mail.source.indexOf("\r\n\r\n"));
    expect(head).not.toContain(typed);
  } finally {
    await server.stop();
  }
});
