import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

declare const process: { env: Record<string, string | undefined> };

/** A ticket's whole life through a generated client. Prints one line for each step. */
const { DESK = "", TOKEN = "" } = process.env;
const baseUrl = `${DESK}/node/api/v1`;
const authorization = { Authorization: `Bearer ${TOKEN}` };
const client = createClient<paths>({ baseUrl, headers: authorization });
const header = () => ({ "Idempotency-Key": crypto.randomUUID() });

function need<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(`Refused: ${JSON.stringify(error)}`);
  return data;
}

const { person } = need(
  await client.POST("/people", {
    params: { header: header() },
    body: { firstName: "Ida", lastName: "Roth", email: "ida.roth@life.test", role: "Customer" },
  }),
);
const open = async (subject: string) => {
  const body = { subject, body: "It smokes.", requesterId: person.id };
  const made = need(await client.POST("/tickets", { params: { header: header() }, body }));
  return made.ticket;
};
const ticket = await open("Printer");
console.log("created", ticket.channel, ticket.status);
const path = { id: ticket.id };

const upload = await fetch(`${baseUrl}/attachments`, {
  method: "POST",
  headers: { ...authorization, "X-File-Name": "photo.txt", "Content-Type": "text/plain" },
  body: "a photo",
});
const { attachment } = (await upload.json()) as { attachment: { id: string } };

const reply = need(
  await client.POST("/tickets/{id}/replies", {
    params: { path, header: header() },
    body: { body: "We are on it.", fileIds: [attachment.id], status: "pending" },
  }),
);
console.log("replied", reply.ticket.status);

const note = need(
  await client.POST("/tickets/{id}/notes", {
    params: { path, header: header() },
    body: { body: "Called the vendor." },
  }),
);
const { messages } = need(await client.GET("/tickets/{id}/messages", { params: { path } }));
console.log(
  "noted",
  messages.length,
  messages.some(({ id }) => id === note.messageId),
);

const tagged = need(
  await client.PATCH("/tickets/{id}", { params: { path }, body: { tags: { add: ["hardware"] } } }),
);
console.log("tagged", tagged.ticket.tags?.join());

const conflict = await client.PATCH("/tickets/{id}", {
  params: { path },
  body: { priority: { from: "urgent", to: "low" } },
});
console.log("conflict", conflict.response.status, conflict.error?.code);

const change = async (status: "resolved" | "open") => {
  const body = { status: { to: status } };
  return need(await client.PATCH("/tickets/{id}", { params: { path }, body })).ticket.status;
};
console.log("resolved", await change("resolved"));
console.log("reopened", await change("open"));

const other = await open("Printer again");
const merged = need(
  await client.POST("/tickets/{id}/merge", {
    params: { path: { id: other.id }, header: header() },
    body: { targetId: ticket.id },
  }),
);
console.log("merged", merged.ticket.number === ticket.number);

const raised = need(
  await client.PATCH("/tickets/{id}", { params: { path }, body: { priority: { to: "urgent" } } }),
);
const undone = need(
  await client.POST("/tickets/{id}/undo", {
    params: { path, header: header() },
    body: { actId: raised.actId },
  }),
);
console.log("undone", raised.ticket.priority, undone.ticket.priority);

const { export: started } = need(
  await client.POST("/exports", {
    params: { header: header() },
    body: { q: "tag:hardware", include: ["messages"] },
  }),
);
const exportPath = { id: started.id };
let found = started;
while (found.state === "running") {
  await new Promise((resolve) => setTimeout(resolve, 200));
  found = need(await client.GET("/exports/{id}", { params: { path: exportPath } })).export;
}
const file = await fetch(`${baseUrl}/exports/${started.id}/file`, { headers: authorization });
const unzipped = file.body?.pipeThrough(new DecompressionStream("gzip"));
const [line = ""] = (await new Response(unzipped).text()).split("\n");
console.log("exported", found.done, JSON.parse(line).number === ticket.number);
