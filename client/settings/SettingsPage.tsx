import { Compass, Mail } from "lucide-react";
import type { ComponentType } from "react";
import { Link, Navigate, useParams } from "react-router-dom";
import { cn } from "../lib/cn.ts";
import { usePage } from "../lib/page.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { MailTab } from "./MailTab.tsx";

interface Tab {
  path: string;
  label: string;
  icon: typeof Mail;
  page: ComponentType;
}

const tabs: Tab[] = [{ path: "mail", label: "Mail", icon: Mail, page: MailTab }];

/** One page a subject; each has its own address. */
export function SettingsPage() {
  const { tab: path } = useParams();
  const tab = tabs.find((known) => known.path === path);
  usePage({ label: "Settings", to: "/settings" }, tab?.label ?? "Not found");
  if (path === undefined) return <Navigate to={addressOf(tabs[0])} replace />;
  if (!tab) return <UnknownTab />;
  return (
    <div className="flex h-full flex-col">
      <nav aria-label="Settings" className="flex shrink-0 gap-1 overflow-x-auto border-b px-3">
        {tabs.map((known) => (
          <Link
            key={known.path}
            to={addressOf(known)}
            aria-current={known === tab ? "page" : undefined}
            className={cn(
              "-mb-px inline-flex h-10.5 items-center gap-2 whitespace-nowrap border-b-2 px-2.5 font-medium outline-offset-[-2px] pointer-coarse:h-11",
              known === tab
                ? "border-primary"
                : "border-transparent text-muted-foreground hover:text-foreground",
            )}
          >
            <known.icon />
            {known.label}
          </Link>
        ))}
      </nav>
      <tab.page />
    </div>
  );
}

function addressOf(tab: Tab | undefined): string {
  return `/settings/${tab?.path ?? ""}`;
}

function UnknownTab() {
  return (
    <EmptyState
      icon={Compass}
      title="Page not found"
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
