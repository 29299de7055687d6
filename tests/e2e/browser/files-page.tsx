import { setNonce } from "get-nonce";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Hints } from "../../../client/components/ui/hints.tsx";
import { FileDropArea } from "../../../client/components/uploads/FileDropArea.tsx";
import { MessageFiles } from "../../../client/components/uploads/MessageFiles.tsx";
import { useComposerFiles } from "../../../client/components/uploads/use-composer-files.tsx";
import { pageNonce } from "../../../client/data/browser/nonce.ts";
import { draftStore } from "../../../client/data/drafts/draft-stores.ts";
import type { MessageFile } from "../../../shared/tickets/page.ts";

const draft = draftStore(crypto.randomUUID(), { ticketId: null, kind: "new" });

/** A page with files only: sent ones below the composer. */
function Files() {
  const files = useComposerFiles(draft);
  const [sent, setSent] = useState<MessageFile[]>([]);
  Object.assign(window, { showFiles: setSent, fileIds: files.ids, clearFiles: files.clear });
  return (
    <main className="flex flex-col gap-4 p-4">
      <h1>Files</h1>
      <FileDropArea onFiles={files.add} className="rounded-lg border bg-card p-2">
        <textarea aria-label="Reply" className="w-full" />
        {files.chips}
        {files.button}
        <span data-testid="busy">{files.holdUp ?? "ready"}</span>
      </FileDropArea>
      <article aria-label="Message">
        <MessageFiles files={sent} />
      </article>
    </main>
  );
}

setNonce(pageNonce());
document.body.innerHTML = "";
createRoot(document.body.appendChild(document.createElement("div"))).render(
  <>
    <Files />
    <Hints />
  </>,
);
