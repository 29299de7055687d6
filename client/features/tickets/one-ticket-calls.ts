import { linkHeader } from "../../../shared/tickets/one-ticket.ts";
import type { MessageFile } from "../../../shared/tickets/page.ts";
import { send } from "../../data/calls/send.ts";
import { sendFile } from "../../data/calls/send-file.ts";
import { createClient } from "../../data/calls/trpc-client.ts";

/**
 * The calls of the page behind a link in a mail. The token is sent in a header, so a file's address opens nothing by
 * itself: files are fetched and shown as blobs.
 */
export function createOneTicketCalls(token: string) {
  const headers = { [linkHeader]: token };
  const files = "/node/one-ticket/files";
  const { get, earlier, reply, rate } = createClient(headers).oneTicket;
  return {
    get,
    earlier,
    reply,
    rate,
    upload: (...[file, sending]: Parameters<typeof sendFile>) =>
      sendFile(file, { ...sending, headers }, files),
    async fetchFile({ id }: MessageFile, { thumbnail = false } = {}): Promise<Blob> {
      const answer = await send(`${files}/${id}${thumbnail ? "?thumbnail" : ""}`, { headers });
      if (!answer.ok) throw new Error(`The file was not sent: ${answer.status}`);
      return await answer.blob();
    },
  };
}

export type OneTicketCalls = ReturnType<typeof createOneTicketCalls>;
