import { useEffect } from "react";
import { cn } from "../../lib/cn.ts";
import { readFailure } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { ScrollPane } from "../../ui/scroll-pane.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { MessageHtml } from "../timeline/MessageHtml.tsx";

interface MessagePreviewProps {
  body: string;
  /** As high as the field in whose place it stands. */
  className: string;
}

/** The text as others will see it: made by the same hand as the message itself. */
export function MessagePreview({ body, className }: MessagePreviewProps) {
  const { mutate, data, isError, error } = trpc.tickets.preview.useMutation({
    meta: { showsError: true },
  });
  useEffect(() => mutate({ body }), [body, mutate]);
  return (
    <ScrollPane
      aria-label="Preview"
      aria-busy={!data && !isError}
      className={cn("px-1 py-0.5", className)}
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
