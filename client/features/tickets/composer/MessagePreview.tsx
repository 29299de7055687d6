import { useEffect } from "react";
import { cn } from "../../../components/cn.ts";
import { ScrollPane } from "../../../components/ui/scroll-pane.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { MessageHtml } from "../timeline/MessageHtml.tsx";

interface MessagePreviewProps {
  body: string;
  /** The height of the field it replaces. */
  className: string;
}

/** The text as others will see it, rendered by the server like the message itself. */
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
