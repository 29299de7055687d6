import { CalendarDays, Ellipsis } from "lucide-react";
import { useState } from "react";
import type { CalendarCard, MessageMail } from "../../../../shared/tickets/page.ts";
import { Button } from "../../../components/ui/button.tsx";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { eventTime, transitWords } from "./event-words.ts";
import { MessageHtml } from "./MessageHtml.tsx";

interface MailDetailsProps {
  id: string;
  mail: MessageMail;
  /** Whether its images on other servers are shown. */
  images: boolean;
  onShowImages: () => void;
}

/** Below the text of a message that came by mail: its quoted part, what was not loaded, and its journey. */
export function MailDetails({ id, mail, images, onShowImages }: MailDetailsProps) {
  const { hasRest, remoteImages, isSigned, calendar } = mail;
  return (
    <>
      {calendar && <Event event={calendar} />}
      {hasRest && <Rest id={id} images={images} />}
      {isSigned && (
        <p className="mt-2 inline-flex rounded-sm border px-1.5 text-muted-foreground text-xs">
          Signed (not checked)
        </p>
      )}
      {remoteImages > 0 && (
        <RemoteImages id={id} mail={mail} images={images} onShowImages={onShowImages} />
      )}
      <Journey mail={mail} />
    </>
  );
}

/** Whether the sender is certain, how long the mail took, and whom it names besides one of our addresses. */
function Journey({ mail }: { mail: MessageMail }) {
  const timeZone = useTimeZone();
  const [to, cc] = [namesOf(mail, "to"), namesOf(mail, "cc")];
  const isToMany = to.length + cc.length > 1;
  const words = [
    mail.verdict === "fail" && "Sender check failed",
    mail.verdict === "none" && "Sender not verified",
    transitWords(mail, timeZone),
    isToMany && to.length > 0 && `To: ${to.join(", ")}`,
    isToMany && cc.length > 0 && `Cc: ${cc.join(", ")}`,
  ].filter((part) => typeof part === "string");
  if (words.length === 0) return null;
  return <p className="wrap-anywhere mt-2 text-muted-foreground text-xs">{words.join(" · ")}</p>;
}

/** Without the token in our own address. */
export function namesOf({ recipients }: MessageMail, kind: "to" | "cc"): string[] {
  return recipients
    .filter((each) => each.kind === kind)
    .map(({ name, address }) => name || address.replace(/\+[a-z2-7]{16}@/, "@"));
}

/** Where the server fetches the images of a message. */
export function imagesOf(messageId: string): string {
  return `/node/mail/images/${messageId}`;
}

/** They would tell their sender that the mail was read, so they are shown when someone asks. */
function RemoteImages({ id, mail, images, onShowImages }: MailDetailsProps) {
  const { remoteImages: count, sender } = mail;
  const [isAlways, setAlways] = useState(mail.showsImages);
  const choose = trpc.inbound.chooseImages.useMutation({
    meta: { showsError: true },
    onSuccess: (_done, { always }) => {
      setAlways(always);
      if (always) onShowImages();
    },
  });
  const chooseAlways = (always: boolean) =>
    choose.isPending || choose.mutate({ messageId: id, always });
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
      {!images && (
        <>
          {count === 1
            ? "1 remote image was not loaded."
            : `${count} remote images were not loaded.`}
          <Button variant="link" size="inline" className="text-xs" onClick={onShowImages}>
            Show images
          </Button>
        </>
      )}
      {!isAlways && (
        <Button
          variant="link"
          size="inline"
          className="text-xs"
          data-hint={sender}
          onClick={() => chooseAlways(true)}
        >
          Always show from this sender
        </Button>
      )}
      {isAlways && (
        <Button
          variant="link"
          size="inline"
          className="text-xs"
          data-hint={sender}
          onClick={() => chooseAlways(false)}
        >
          Don't show images from this sender
        </Button>
      )}
    </p>
  );
}

const eventKinds: Record<CalendarCard["kind"], string> = {
  invitation: "Invitation",
  cancelled: "Cancelled",
  answer: "Answer to an invitation",
};

/** An event of a calendar. The file with it is attached. */
function Event({ event }: { event: CalendarCard }) {
  const timeZone = useTimeZone();
  const { kind, summary, location, repeats } = event;
  return (
    <div className="mt-2 flex gap-2 rounded-md border bg-card px-3 py-2">
      <CalendarDays aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <div className="wrap-anywhere min-w-0">
        <p className="font-medium">
          {eventKinds[kind]}: <bdi>{summary || "No title"}</bdi>
        </p>
        <p className="text-muted-foreground text-xs">
          {eventTime(event, timeZone)}
          {repeats && ", repeats"}
        </p>
        {location && (
          <p dir="auto" className="text-left text-muted-foreground text-xs">
            {location}
          </p>
        )}
      </div>
    </div>
  );
}

/** The quoted part is loaded when someone opens it: it repeats what the ticket shows anyway. */
function Rest({ id, images }: { id: string; images: boolean }) {
  const [open, setOpen] = useState(false);
  const rest = trpc.inbound.rest.useQuery(
    { messageId: id },
    { enabled: open, staleTime: Number.POSITIVE_INFINITY, meta: { showsError: true } },
  );
  return (
    <div className="mt-1.5">
      <Button
        variant="secondary"
        size="inline"
        aria-expanded={open}
        aria-label={open ? "Hide quoted text" : "Show quoted text"}
        data-hint={open ? "Hide quoted text" : "Show quoted text"}
        className="h-4 rounded-sm px-1.5 pointer-coarse:h-8"
        onClick={() => setOpen(!open)}
      >
        <Ellipsis className="size-4" />
      </Button>
      {open && rest.isError && (
        <p role="alert" className="mt-1 flex items-center gap-2 text-muted-foreground text-xs">
          Couldn't load the quoted text.
          <Button variant="link" size="inline" onClick={() => void rest.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {open && rest.data && (
        <div className="mt-1 border-l-2 pl-3 text-muted-foreground">
          <MessageHtml
            html={rest.data.html}
            isMail
            images={images ? `${imagesOf(id)}/rest` : null}
          />
        </div>
      )}
    </div>
  );
}
