import { useEffect } from "react";
import { composerLimits } from "../../../../shared/tickets/page.ts";
import type { PersonRef } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { ScrollPane } from "../../../components/ui/scroll-pane.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import { MessageHtml } from "../timeline/MessageHtml.tsx";

interface MessagePreviewProps {
  body: string;
  /** In a note: finds the people who are mentioned. */
  mentions?: ((body: string) => Promise<readonly PersonRef[]>) | undefined;
  /** The height of the field it replaces. */
  className: string;
}

/** The text as others will see it, rendered by the server like the message itself. */
export function MessagePreview({ body, mentions, className }: MessagePreviewProps) {
  const { mutate, data, isError, error } = trpc.tickets.preview.useMutation({
    meta: { showsError: true },
  });
  useEffect(() => {
    let isOver = false;
    const show = (people: readonly PersonRef[] = []) =>
      isOver ||
      mutate({ body, mentions: people.slice(0, composerLimits.mentions).map(({ name }) => name) });
    if (mentions && body.includes("@")) void mentions(body).then(show);
    else show();
    return () => {
      isOver = true;
    };
  }, [body, mentions, mutate]);
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
