import { Command } from "cmdk";
import { CornerDownLeft, Search } from "lucide-react";
import { useState } from "react";
import { can } from "../../../shared/access.ts";
import { Dialog, DialogContent } from "../../components/ui/dialog.tsx";
import { Kbd } from "../../components/ui/kbd.tsx";
import { useViewer } from "../../data/session/viewer.ts";
import { takeEarlyLetters } from "../overlay.ts";
import type { PaletteEntry } from "./palette-entry.ts";
import { usePaletteEntries } from "./use-palette-entries.ts";

/** The command palette: finds actions, tickets, users, companies and pages. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const { groups, isSearching, trouble } = usePaletteEntries(text);
  const placeholder = can(useViewer(), "area.users")
    ? "Find a ticket, person, command…"
    : "Find a ticket, command, page…";
  const run = (entry: PaletteEntry) => {
    if (entry.completes !== undefined) return setText(entry.completes);
    onClose();
    // The dialog restores the focus first; the action may then move it.
    requestAnimationFrame(() => requestAnimationFrame(entry.run));
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Commands"
        className="top-[12vh] max-w-135 translate-y-0 gap-0 p-0 [&>div:first-child]:sr-only"
      >
        <Command label="Commands" shouldFilter={false} loop>
          <div className="flex items-center gap-2.5 border-b px-3.5">
            <Search className="shrink-0 text-muted-foreground" />
            <Command.Input
              value={text}
              onValueChange={setText}
              onFocus={() => {
                const letters = takeEarlyLetters();
                setText((text) => text + letters);
              }}
              maxLength={200}
              placeholder={placeholder}
              className="h-11 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted-foreground"
            />
          </div>
          <Command.List className="max-h-[min(27rem,60dvh)] overflow-y-auto p-1.5">
            {!trouble && (
              <Command.Empty className="px-3 py-6 text-center text-muted-foreground">
                {isSearching ? "Searching…" : "No matches."}
              </Command.Empty>
            )}
            {groups.map(({ heading, entries }) => (
              <Command.Group
                key={heading}
                heading={heading}
                className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
              >
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} onSelect={() => run(entry)} />
                ))}
              </Command.Group>
            ))}
            {trouble && (
              <div role="status" className="px-2 pt-2 pb-1 text-muted-foreground">
                <p className="pb-1 text-xs">Tickets</p>
                <p className="py-1">{trouble}</p>
              </div>
            )}
          </Command.List>
          <p
            aria-hidden="true"
            className="flex items-center gap-3 border-t px-3.5 py-2 text-muted-foreground text-xs max-shell:hidden"
          >
            <span>↑↓ choose</span>
            <span className="inline-flex items-center gap-1">
              <CornerDownLeft className="size-3" /> run
            </span>
            <span>Esc close</span>
          </p>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

function Entry({ entry, onSelect }: { entry: PaletteEntry; onSelect: () => void }) {
  return (
    <Command.Item
      value={entry.id}
      onSelect={onSelect}
      className="flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2 py-1 data-[selected=true]:bg-selected pointer-coarse:min-h-11"
    >
      <span className="flex w-4 shrink-0 justify-center text-muted-foreground">{entry.icon}</span>
      {entry.number !== undefined && (
        <span className="shrink-0 text-muted-foreground tabular-nums">#{entry.number}</span>
      )}
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {entry.label}
      </span>
      {entry.hint && (
        <span className="min-w-0 max-w-1/2 truncate text-muted-foreground text-xs">
          {entry.hint}
        </span>
      )}
      {entry.keys && <Kbd>{entry.keys}</Kbd>}
    </Command.Item>
  );
}
