import { Link, useParams } from "react-router-dom";
import { isUuid } from "../../../../shared/ids.ts";
import { cn } from "../../../components/cn.ts";
import { HeldMailList } from "../../../components/HeldMailList.tsx";
import { MailboxList } from "./MailboxList.tsx";
import { MailboxPage, UnknownMailbox } from "./MailboxPage.tsx";
import { useSignInResult } from "./MailboxSignIn.tsx";
import { NewMailbox } from "./NewMailbox.tsx";
import { listClasses } from "./ReceivedMails.tsx";
import { ReceivedPage } from "./ReceivedPage.tsx";

const root = "/settings/mailboxes";

const sections = [
  { label: "Mailboxes", to: root, item: undefined },
  { label: "Received", to: `${root}/received`, item: "received" },
  { label: "Held", to: `${root}/held`, item: "held" },
];

/** The mailboxes whose mail becomes tickets, and what became of each mail. */
export function MailboxesTab() {
  const { item } = useParams();
  useSignInResult();
  if (item === "new") return <NewMailbox />;
  if (item !== undefined && isUuid(item)) return <MailboxPage key={item} id={item} />;
  const section = sections.find((known) => known.item === item);
  if (!section) return <UnknownMailbox />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <nav
        aria-label="Mailboxes"
        className="mx-auto flex w-full max-w-190 shrink-0 gap-1 px-4 pt-3 shell:px-6 [&>a:first-child]:-ml-2.5"
      >
        {sections.map(({ label, to }) => (
          <Link
            key={to}
            to={to}
            aria-current={to === section.to ? "page" : undefined}
            className={cn(
              "inline-flex h-7 items-center rounded-md px-2.5 font-medium pointer-coarse:h-11",
              to === section.to
                ? "bg-selected text-selected-foreground"
                : "text-muted-foreground hover:bg-accent hover:text-foreground",
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      {item === "received" && <ReceivedPage />}
      {item === "held" && <HeldPage />}
      {item === undefined && <MailboxList />}
    </div>
  );
}

function HeldPage() {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="mx-auto w-full max-w-190 shrink-0 px-4 py-4 shell:px-6">
        <h1 className="font-semibold text-base">Held</h1>
        <p className="text-muted-foreground">
          Mail that became neither a ticket nor a message. Its content is deleted after 30 days.
        </p>
      </div>
      <HeldMailList className={listClasses} />
    </div>
  );
}
