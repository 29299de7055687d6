import { Monitor, Smartphone } from "lucide-react";
import type { SessionInfo } from "../../../shared/users.ts";
import { useTimeZone } from "../../data/session/viewer.ts";
import { useNow } from "../../data/time/use-now.ts";
import { formatMoment } from "../format/format-day.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Time, TimeAgo } from "../ui/time-ago.tsx";

export function SessionRow({ session, end }: { session: SessionInfo; end: () => void }) {
  const { device, network, current, createdAt, lastSeenAt } = session;
  const began = formatMoment(createdAt, useNow(), useTimeZone());
  const Icon = /iPhone|iPad|Android/i.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 px-3.5 py-2.5">
      <Icon className="text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="truncate font-medium">{device}</span>
          {current && (
            <Badge className="border-transparent bg-selected text-selected-foreground dark:bg-selected">
              This device
            </Badge>
          )}
        </p>
        <p className="text-muted-foreground text-xs">
          Signed in <Time at={createdAt} words={began} /> · last seen{" "}
          <TimeAgo at={lastSeenAt} said />
        </p>
        {network && <p className="text-muted-foreground text-xs">From network {network}</p>}
      </div>
      {!current && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`End session of ${device}, signed in ${began}`}
          onClick={end}
        >
          End session
        </Button>
      )}
    </li>
  );
}
