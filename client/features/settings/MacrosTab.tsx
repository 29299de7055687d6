import { Plus } from "lucide-react";
import { useState } from "react";
import type { Macro } from "../../../shared/macros.ts";
import { MacroForm } from "../../components/macros/MacroForm.tsx";
import { MacroList } from "../../components/macros/MacroList.tsx";
import { Button } from "../../components/ui/button.tsx";

/** The shared macros, and the user's own. */
export function MacrosTab() {
  const [form, setForm] = useState<{ macro: Macro | null } | null>(null);
  const [search, setSearch] = useState("");
  // Leaving the form moves the focus to the button that it replaced.
  const [hasLeft, setLeft] = useState(false);
  const leave = () => {
    setForm(null);
    setLeft(true);
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-190 flex-col gap-3 px-4 py-4 shell:px-6">
        <div className="flex items-center justify-between gap-3">
          <h1 className="font-semibold text-base">
            {form ? (form.macro ? "Edit macro" : "New macro") : "Macros"}
          </h1>
          {!form && (
            <Button autoFocus={hasLeft} onClick={() => setForm({ macro: null })}>
              <Plus />
              New macro
            </Button>
          )}
        </div>
        {form ? (
          <MacroForm macro={form.macro} begin={{ shared: true }} onSaved={leave} onCancel={leave} />
        ) : (
          <MacroList
            search={search}
            onSearch={setSearch}
            onEdit={(macro) => setForm({ macro })}
            onAdd={() => setForm({ macro: null })}
          />
        )}
      </div>
    </div>
  );
}
