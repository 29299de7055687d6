// Posts new urgent tickets to a chat: DESK=https://… TOKEN=fd_app_… CHAT=https://… bun urgent-to-chat.ts
// The token needs the scope tickets:read. It asks every EVERY seconds.
const { DESK = "", TOKEN = "", CHAT = "", EVERY = "60" } = process.env;
const overlapMs = 60_000;
const posted = new Set<string>();
let since = Date.now();

for (;;) {
  const asked = Date.now();
  const query = new URLSearchParams({
    q: "priority:urgent is:open",
    sort: "updated",
    // Changes can appear a little late, so the times overlap and ids are compared.
    updatedAfter: new Date(since - overlapMs).toISOString(),
  });
  const answer = await fetch(`${DESK}/node/api/v1/tickets?${query}`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  const body = await answer.json();
  if (body.success) {
    for (const { id, number, subject } of body.tickets.reverse()) {
      if (posted.has(id)) continue;
      const text = `Urgent: #${number} ${subject} ${DESK}/ticket/${number}`;
      await fetch(CHAT, { method: "POST", body: JSON.stringify({ text }) });
      posted.add(id);
    }
    since = asked;
  } else console.error(body.code, body.message);
  await Bun.sleep(Number(EVERY) * 1000);
}
