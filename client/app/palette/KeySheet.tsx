import { type Capability, can, isStaff } from "../../../shared/access.ts";
import { SingleKeysSwitch } from "../../components/SingleKeysSwitch.tsx";
import { Dialog, DialogContent } from "../../components/ui/dialog.tsx";
import { Kbd } from "../../components/ui/kbd.tsx";
import { useViewer } from "../../data/session/viewer.ts";
import { type KeyId, keyHint, keyTable } from "../keyboard/keys.ts";
import { type KeyGroup, keyNeeds, keyWords } from "./key-words.ts";

/** Ordered so that both columns have the same height. */
const groups = [
  "Everywhere",
  "Lists",
  "While writing",
  "Ticket",
  "Users and companies",
  "Go to",
] as const satisfies KeyGroup[];

/** All shortcuts, from the table that binds them, with a switch for single keys. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  const shown = groups.filter(
    (group) => group !== "Users and companies" || can(viewer, "area.companies"),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Keyboard shortcuts"
        description="Shortcuts are off while you type in a field."
        className="max-w-160"
        // There is no field: the focus goes to the scrollable text, not to the close button.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
        }}
      >
        <div className="gap-x-8 shell:columns-2">
          {shown.map((group) => (
            <section key={group} aria-label={group} className="mb-4 break-inside-avoid">
              <h3 className="pb-1 font-medium text-muted-foreground text-xs">{group}</h3>
              <dl className="flex flex-col">
                {rowsOf(group, (capability) => can(viewer, capability)).map(([label, keys]) => (
                  <div key={label} className="flex min-h-6.5 items-center justify-between gap-3">
                    <dt>{label}</dt>
                    <dd>
                      <Kbd className="pointer-coarse:inline-flex">{keys}</Kbd>
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        {isStaff(viewer) && (
          <div className="border-t pt-3">
            <SingleKeysSwitch />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Ctrl and Cmd shortcuts work whether single keys are on or off. */
const always: Partial<Record<KeyGroup, [label: string, keys: string, needs?: Capability][]>> = {
  Everywhere: [
    ["Commands", "Ctrl K"],
    ["Undo the last change", "Ctrl Z", "ticket.undo"],
  ],
  Lists: [
    ["Select and move down", "Shift J", "ticket.bulk"],
    ["Select and move up", "Shift K", "ticket.bulk"],
    ["Select all rows", "Ctrl A", "ticket.bulk"],
    ["Clear the selection", "Esc", "ticket.bulk"],
  ],
  "While writing": [
    ["Send", "Ctrl Enter"],
    ["Send and resolve", "Ctrl Shift Enter", "ticket.update"],
    ["Insert a macro", "/", "macro.use"],
    ["Mention someone in a note", "@", "ticket.note"],
    ["Bold", "Ctrl B"],
    ["Italic", "Ctrl I"],
    ["Turn selection into a link", "Ctrl K"],
    ["Leave the text field", "Esc"],
  ],
};

function rowsOf(
  group: KeyGroup,
  may: (capability: Capability) => boolean,
): [label: string, keys: string][] {
  const allowed = (needs: Capability | undefined) => needs === undefined || may(needs);
  const rows = (Object.keys(keyTable) as KeyId[])
    .filter((id) => keyWords[id].group === group && allowed(keyNeeds[id]))
    .map((id): [string, string] => [keyWords[id].label, keyHint(id)]);
  const others = (always[group] ?? [])
    .filter(([, , needs]) => allowed(needs))
    .map(([label, keys]): [string, string] => [label, keys]);
  return [...rows, ...others];
}
