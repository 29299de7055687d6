/**
 * Receives webhooks of Frontdesk and posts new urgent tickets to a chat. Run it with Bun:
 * SECRET is the webhook's secret, CHAT_URL the address of the chat's own webhook.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

function isSigned(secret: string, headers: Headers, body: string): boolean {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  // During a rotation there are two signatures.
  return (headers.get("webhook-signature") ?? "").split(" ").some((signature) => {
    const given = Buffer.from(signature.replace("v1,", ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const { SECRET = "", CHAT_URL = "", PORT = "8080" } = process.env;
const seen = new Set<string>();

const server = Bun.serve({
  port: Number(PORT),
  async fetch(request) {
    const body = await request.text();
    if (!isSigned(SECRET, request.headers, body)) return new Response(null, { status: 401 });
    const id = request.headers.get("webhook-id") ?? "";
    if (seen.has(id)) return new Response(null, { status: 204 });
    const { type, data } = JSON.parse(body);
    if (type === "ticket.created" && data.ticket.priority === "urgent") {
      const { number, subject, url, requester } = data.ticket;
      const text = `Urgent: #${number} ${subject} (${requester.name}) ${url}`;
      const sent = await fetch(CHAT_URL, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ text }),
      });
      // Not 2xx: Frontdesk sends the event again.
      if (!sent.ok) return new Response(null, { status: 502 });
    }
    seen.add(id);
    return new Response(null, { status: 204 });
  },
});
console.log(`Listening on port ${server.port}`);
