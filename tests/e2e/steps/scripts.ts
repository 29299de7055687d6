import { insertMessage } from "../../support/builders.ts";
import { sendFile } from "../../support/file-calls.ts";
import { addPerson, type Person } from "../../support/people.ts";
import type { Visitor } from "../../support/visitor.ts";
import type { TestDesk } from "../browser/desk.ts";
import { expect, type Page } from "../browser/fixtures.ts";
import { settled } from "../browser/settled.ts";
import { colleague } from "./ticket.ts";

/** Runs where it is taken for markup; its end names the text that contained it. */
export const scripted = (where: string) => `<img src=x onerror=owned=1>${where}`;

/** Each way in which Markdown or HTML has run a script somewhere. */
const message = [
  scripted("message"),
  "<script>owned=1</script>",
  "<svg><script>owned=1</script></svg>",
  "<svg onload=owned=1>",
  "<iframe srcdoc='<script>parent.owned=1</script>'></iframe>",
  "[click](javascript:owned=1) [click](JaVaScRiPt&colon;owned=1) [click](&#x6a;avascript:owned=1)",
  "[click](data:text/html,<script>owned=1</script>) [click](vbscript:owned=1)",
  '![x](javascript:owned=1) ![x](x" onerror="owned=1)',
  "<a href='javascript:owned=1'>click</a> <javascript:owned=1>",
  "[x]: javascript:owned=1\n[x]",
  "```html\n<script>owned=1</script>\n```",
  "<style>@import 'http://evil.test/x.css'</style>",
  "<form action=javascript:owned=1><button>x</button></form>",
  "<math><mtext><table><mglyph><style><!--</style><img src=x onerror=owned=1>",
].join("\n\n");

export interface Trapped {
  admin: Person;
  customer: Person;
  number: number;
  companyId: string;
}

const trapped = new WeakMap<TestDesk, Promise<Trapped>>();

/** A desk on which every text that anybody may write is a script; the same for all tests there. */
export function trappedDesk(desk: TestDesk): Promise<Trapped> {
  const ready = trapped.get(desk) ?? trapDesk(desk);
  trapped.set(desk, ready);
  return ready;
}

async function trapDesk(desk: TestDesk): Promise<Trapped> {
  const admin = await addPerson(desk.db, "Super Admin", { firstName: scripted("admin") });
  const staff = await colleague(desk, admin.email);
  const done = async (call: string, input: object) => {
    const { status, body, text } = await staff.mutate(call, input);
    if (status !== 200) throw new Error(`${call}: ${text}`);
    return body.result.data;
  };
  const requestId = () => Bun.randomUUIDv7();
  await done("desk.update", { set: { name: scripted("desk") }, base: { name: "Frontdesk" } });
  const company = await done("companies.create", {
    ...{ requestId: requestId(), name: scripted("company"), notes: scripted("notes") },
  });
  const companyId = company.id ?? company.company?.id;
  const customer = await addPerson(desk.db, "Customer", {
    ...{ firstName: scripted("customer"), companies: [{ id: companyId, seesAllTickets: true }] },
  });
  const team = await done("teams.create", { requestId: requestId(), name: scripted("team") });
  const ticket = await openTicketOf(desk, customer, staff);
  const tag = scripted("tag");
  await done("tickets.update", {
    ...{ requestId: requestId(), id: ticket.id },
    patch: { teamId: team.id, addTags: [tag], assigneeId: admin.id },
    from: { teamId: null, assigneeId: null },
  });
  await done("tickets.note", {
    requestId: requestId(),
    id: ticket.id,
    body: `${message}\n\n${scripted("a note")}`,
  });
  await done("macros.save", {
    requestId: requestId(),
    name: scripted("macro"),
    body: message,
    shared: true,
    changes: { addTags: [tag] },
  });
  await done("views.save", {
    ...{ requestId: requestId(), name: scripted("view"), q: `tag:"${tag}"`, shared: true },
  });
  await insertMessage(desk.db, { ticket_id: ticket.id, author_id: admin.id, body: message });
  await desk.visitor().signIn(`${scripted("typed")}@nowhere.test`);
  return { admin, customer, number: ticket.number, companyId };
}

async function openTicketOf(desk: TestDesk, customer: Person, staff: Visitor) {
  const asker = await colleague(desk, customer.email);
  const name = `${scripted("file")}.html`;
  const sent = await sendFile({ url: desk.url.replace("localhost", "127.0.0.1") }, asker, {
    bytes: "<script>1</script>",
    name,
  });
  const { body, text } = await asker.mutate("tickets.create", {
    requestId: Bun.randomUUIDv7(),
    subject: scripted("subject"),
    body: message,
    fileIds: [sent.body.file.id],
  });
  const number = body.result?.data.ticket.number;
  if (!number) throw new Error(text);
  const found = await staff.query("tickets.get", { number });
  return { id: found.body.result.data.id as string, number: number as number };
}

/** Everything at this path has loaded, the text is shown as written, and nothing of it runs. */
export async function seeOnlyText(
  page: Page,
  path: string,
  shown: readonly string[],
): Promise<void> {
  for (const where of shown) {
    await expect(page.getByText(scripted(where)).first(), `${where} at ${path}`).toBeAttached({
      timeout: 30_000,
    });
  }
  await settled(page);
  const alive = await page.evaluate(() => {
    const elements = document.querySelectorAll(
      "[onerror], [onload], [onclick], img[src='x'], iframe, object, embed, script:not([src])",
    );
    const links = document.querySelectorAll("a[href], form[action]");
    const odd = [...links].filter((link) =>
      /^\s*(javascript|data|vbscript):/i.test(
        link.getAttribute("href") ?? link.getAttribute("action") ?? "",
      ),
    );
    return [...elements, ...odd].map((element) => element.outerHTML.slice(0, 200));
  });
  expect(alive, path).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, "owned")), path).toBeUndefined();
}
