import { Pencil, Plus, Trash2, Zap } from "lucide-react";
import { useState } from "react";
import { type Macro, macroLimits } from "../../../shared/macros.ts";
import { ConfirmDialog } from "../dialogs/ConfirmDialog.tsx";
import { formatNumber } from "../format/format.ts";
import { fits } from "../pickers/fits.ts";
import { ListError } from "../table/ListError.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { SearchInput } from "../ui/search-input.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { describeChanges } from "./describe-changes.ts";
import { useDeleteMacro, useMacros } from "./use-macros.ts";

/** More than this get a search box. */
const few = 8;

interface MacroListProps {
  /** The search text, which survives opening a macro. */
  search: string;
  onSearch: (search: string) => void;
  onEdit: (macro: Macro) => void;
  onAdd: () => void;
}

/** Shared and own macros, each with a summary of what it does. */
export function MacroList({ search, onSearch, onEdit, onAdd }: MacroListProps) {
  const { macros, areAll, isWaiting, failure, retry } = useMacros();
  const [leaving, setLeaving] = useState<Macro | null>(null);
  const remove = useDeleteMacro();
  if (isWaiting) return <Waiting />;
  if (failure && macros.length === 0) return <ListError failure={failure} retry={retry} />;
  if (macros.length === 0) {
    return (
      <EmptyState
        icon={Zap}
        title="No macros yet"
        action={
          <Button onClick={onAdd}>
            <Plus />
            New macro
          </Button>
        }
      >
        A macro is a saved reply that you insert with a few keys.
      </EmptyState>
    );
  }
  const found = macrosFitting(macros, search);
  return (
    <>
      {(macros.length > few || search) && (
        <SearchInput
          label="Find a macro"
          value={search}
          onValueChange={onSearch}
          maxLength={100}
          className="w-64 max-shell:w-full"
        />
      )}
      {!areAll && <p className="text-muted-foreground">{missingMacros}</p>}
      {found.length === 0 && (
        <EmptyState
          icon={Zap}
          title="No such macro"
          action={
            <Button variant="outline" onClick={() => onSearch("")}>
              Show all macros
            </Button>
          }
        >
          No macros match your search.
        </EmptyState>
      )}
      <Group
        title="Shared"
        macros={found.filter(({ shared }) => shared)}
        onEdit={onEdit}
        setLeaving={setLeaving}
      />
      <Group
        title="Yours"
        macros={found.filter(({ shared }) => !shared)}
        onEdit={onEdit}
        setLeaving={setLeaving}
      />
      {leaving && (
        <ConfirmDialog
          title={`Delete ${leaving.name}?`}
          description={
            leaving.shared
              ? "It is deleted for everyone. Tickets it was used in don't change."
              : "Tickets it was used in don't change."
          }
          keep="Keep macro"
          act="Delete macro"
          destructive
          onAct={() => {
            setLeaving(null);
            remove.mutate({ id: leaving.id });
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

interface GroupProps {
  title: string;
  macros: Macro[];
  onEdit: (macro: Macro) => void;
  setLeaving: (macro: Macro) => void;
}

function Group({ title, macros, onEdit, setLeaving }: GroupProps) {
  if (macros.length === 0) return null;
  return (
    <section aria-label={`${title} macros`}>
      <h3 className="pt-2 pb-1 text-muted-foreground text-xs">{title}</h3>
      <ul className="divide-y rounded-md border">
        {macros.map((macro) => (
          <li key={macro.id} className="flex min-w-0 items-center gap-2 py-1.5 pr-1.5 pl-3">
            <div className="min-w-0 flex-1">
              <p dir="auto" className="truncate font-medium">
                {macro.name}
              </p>
              <p dir="auto" className="truncate text-muted-foreground text-sm">
                {summaryOf(macro)}
              </p>
            </div>
            {macro.editable && (
              <>
                <IconButton label={`Edit ${macro.name}`} onClick={() => onEdit(macro)}>
                  <Pencil />
                </IconButton>
                <IconButton label={`Delete ${macro.name}`} onClick={() => setLeaving(macro)}>
                  <Trash2 />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown when the list is incomplete. */
export const missingMacros = `Colleagues share more macros than the ${formatNumber(macroLimits.listed)} that are listed: those whose names come last are missing.`;

function Waiting() {
  return (
    <div aria-hidden="true" className="mt-7 divide-y rounded-md border">
      {["w-36", "w-52", "w-44", "w-40"].map((width) => (
        <div key={width} className="flex h-13 flex-col justify-center gap-2 px-3">
          <Skeleton className={width} />
          <Skeleton className="w-4/5" />
        </div>
      ))}
    </div>
  );
}

/** The macros whose name, text and changes contain every word of the search, ignoring accents. */
export function macrosFitting(macros: readonly Macro[], search: string): readonly Macro[] {
  return macros.filter((macro) => fits(search, macro.name, summaryOf(macro)));
}

/** A one-line summary of what the macro does. */
function summaryOf({ body, changes }: Pick<Macro, "body" | "changes">): string {
  const words = [body.replace(/\s+/g, " ").trim(), describeChanges(changes)];
  return words.filter(Boolean).join(" · ") || "Empty macro";
}
