import { useEffect } from "react";
import { readFailure } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { ScrollPane } from "../../ui/scroll-pane.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { MessageHtml } from "../timeline/MessageHtml.tsx";

/** The text as others will see it: made by the same hand as the message itself. */
export function MessagePreview({ body }: { body: string }) {
  const { mutate, data, isError, error } = trpc.tickets.preview.useMutation({
    meta: { showsError: true },
  });
  useEffect(() => mutate({ body }), [body, mutate]);
  return (
    <ScrollPane
      aria-label="Preview"
      aria-busy={!data && !isError}
      className="max-h-[40dvh] min-h-11 px-3 py-2"
    >
      {isError ? (
        <p role="alert" className="text-danger-text">
          {readFailure(error).message}
        </p>
      ) : data ? (
        <MessageHtml html={data.html} />
      ) : (
        <Skeleton className="h-5 w-2/3" />
      )}
    </ScrollPane>
  );
}
