import { notify } from "../../../components/notices.ts";
import { copyText } from "../../../data/browser/copy-text.ts";
import { messageHash } from "../ticket-links.ts";

/** Of a ticket, or of one message in it. */
export async function copyLink(number: number, messageId?: string): Promise<void> {
  const link = `${location.origin}/ticket/${number}${messageId ? messageHash + messageId : ""}`;
  const what = messageId ? "Link to the message" : `Link to #${number}`;
  if (await copyText(link)) notify({ kind: "info", message: `${what} copied` });
  else notify({ kind: "warning", title: "Copy this link", message: link });
}
