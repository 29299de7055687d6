import { useQueryClient } from "@tanstack/react-query";
import {
  Braces,
  CirclePause,
  Compass,
  Inbox,
  KeyRound,
  type LucideIcon,
  Mail,
  SlidersHorizontal,
  Tag,
  UsersRound,
  Zap,
} from "lucide-react";
import type { ComponentType } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import { pauseReasons, type RecoveryPause } from "../../../shared/recovery.ts";
import { usePage } from "../../app/navigation/page.ts";
import { cn } from "../../components/cn.ts";
import { formatNumber } from "../../components/format/format.ts";
import { notify } from "../../components/notices.ts";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { invalidate } from "../../data/calls/invalidation.ts";
import { notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import type { SettingsTab } from "../../pages.ts";
import { ApiTab } from "./api/ApiTab.tsx";
import { DeskTab } from "./DeskTab.tsx";
import { MacrosTab } from "./MacrosTab.tsx";
import { MailTab } from "./MailTab.tsx";
import { MailboxesTab } from "./mailboxes/MailboxesTab.tsx";
import { SignInTab } from "./SignInTab.tsx";
import { TagsTab } from "./TagsTab.tsx";
import { TeamsTab } from "./TeamsTab.tsx";

interface Tab {
  label: string;
  icon: LucideIcon;
  page: ComponentType;
  /** It has pages of its own below its address. */
  opensItems?: true;
}

const byPath: Record<SettingsTab, Tab> = {
  desk: { label: "Desk", icon: SlidersHorizontal, page: DeskTab },
  teams: { label: "Teams", icon: UsersRound, page: TeamsTab },
  tags: { label: "Tags", icon: Tag, page: TagsTab },
  macros: { label: "Macros", icon: Zap, page: MacrosTab },
  mailboxes: { label: "Mailboxes", icon: Inbox, page: MailboxesTab, opensItems: true },
  mail: { label: "Email", icon: Mail, page: MailTab },
  api: { label: "API", icon: Braces, page: ApiTab },
  "sign-in": { label: "Sign-in", icon: KeyRound, page: SignInTab },
};
const tabs = Object.entries(byPath).map(([path, tab]) => ({ ...tab, path }));

/** The tabs of the settings, each with its own address. */
export function SettingsPage() {
  const { tab: path, item } = useParams();
  const tab = tabs.find(
    (known) => known.path === path && (item === undefined || known.opensItems === true),
  );
  usePage({ label: "Settings", to: "/settings" }, tab?.label ?? "Not found");
  if (path === undefined) return <Navigate to={addressOf(tabs[0])} replace />;
  if (!tab) return <UnknownTab />;
  return (
    <div className="flex h-full flex-col">
      <nav
        aria-label="Settings"
        className="flex shrink-0 flex-wrap gap-x-1 border-b px-3 max-shell:px-2"
      >
        {tabs.map((known) => (
          <Link
            key={known.path}
            to={addressOf(known)}
            aria-current={known === tab ? "page" : undefined}
            className={cn(
              "-mb-px inline-flex h-10.5 items-center gap-2 whitespace-nowrap border-b-2 px-2.5 font-medium max-shell:px-2 outline-offset-[-2px] pointer-coarse:h-11",
              known === tab
                ? "border-primary"
                : "border-transparent text-muted-foreground hover:text-foreground",
            )}
          >
            <known.icon className="max-shell:hidden" />
            {known.label}
          </Link>
        ))}
      </nav>
      <RecoveryNotice />
      <tab.page />
    </div>
  );
}

function addressOf(tab: { path: string } | undefined): string {
  return `/settings/${tab?.path ?? ""}`;
}

/** Says that mail, webhooks and mailboxes wait since the database was restored, and resumes them. */
function RecoveryNotice() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  // Its failure is not shown: the page's own lists say that the server did not answer.
  const { data } = trpc.desk.recovery.useQuery(undefined, { meta: { showsError: true } });
  const resume = trpc.desk.resume.useMutation({
    meta: { showsError: true },
    onSuccess() {
      utils.desk.recovery.setData(undefined, { pause: null });
      invalidate(queryClient, "mailboxes", "webhooks");
      void utils.mails.list.invalidate();
      notify({ kind: "success", message: "Email, webhooks and mailboxes resumed" });
    },
    onError: (error) => notifyError("Couldn't resume", readFailure(error)),
  });
  if (!data?.pause) return null;
  const { pause } = data;
  const send = (sendMails: boolean) => resume.mutate({ sendMails });
  return (
    <section
      aria-label="Paused after a restore"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-muted px-4 py-2.5"
    >
      <CirclePause className="shrink-0 text-status-pending" />
      <div className="min-w-60 flex-1">
        <p className="font-medium">{pauseReasons[pause.why]}</p>
        <p className="text-muted-foreground">
          {pausedWords(pause)} Another server may have sent or read them already. New emails are
          sent.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {pause.mails > 0 && (
          <Button variant="outline" disabled={resume.isPending} onClick={() => send(false)}>
            Resume and skip emails
          </Button>
        )}
        <Button disabled={resume.isPending} onClick={() => send(true)}>
          {pause.mails > 0 ? `Resume and send ${counted(pause.mails, "email")}` : "Resume"}
        </Button>
      </div>
    </section>
  );
}

function pausedWords({ mails, webhooks, mailboxes }: RecoveryPause): string {
  return `Paused: ${counted(mails, "waiting email")}, ${counted(webhooks, "webhook")}, ${counted(mailboxes, "mailbox", "mailboxes")}.`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

function UnknownTab() {
  return (
    <EmptyState
      icon={Compass}
      title="Page not found"
      heading="h1"
      action={
        <Button asChild variant="outline">
          <Link to="/settings">Show settings</Link>
        </Button>
      }
    >
      There are no settings at this address.
    </EmptyState>
  );
}
