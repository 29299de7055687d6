import { Mail, Phone } from "lucide-react";
import { cn } from "../../../components/cn.ts";
import type { NewTicket } from "./use-new-ticket.ts";

/** Whether the ticket begins with notes of a call or with an email to the requester. */
export function ChannelChoice({ form, set }: NewTicket) {
  const firstName = form.requester?.name.split(" ")[0];
  const choices = [
    { asNote: false, icon: Mail, label: `Email to ${firstName || "the requester"}` },
    { asNote: true, icon: Phone, label: "Call notes (internal)" },
  ];
  return (
    <fieldset
      aria-label="Channel"
      className={cn(
        "flex w-fit max-w-full rounded-md p-0.5",
        form.asNote ? "bg-note-foreground/12" : "bg-secondary",
      )}
    >
      {choices.map(({ asNote, icon: Icon, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={form.asNote === asNote}
          onClick={() => set({ asNote })}
          className={cn(
            "flex h-7 min-w-0 items-center gap-1.5 rounded-sm px-2.5 font-medium text-sm pointer-coarse:h-11",
            form.asNote === asNote ? "bg-card shadow-xs" : "text-muted-foreground",
            form.asNote && !asNote && "text-note-foreground",
          )}
        >
          <Icon className="shrink-0" />
          <bdi className="truncate">{label}</bdi>
        </button>
      ))}
    </fieldset>
  );
}
