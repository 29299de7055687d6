import { Plus } from "lucide-react";
import { useState } from "react";
import type { Macro } from "../../../shared/macros.ts";
import { canLeaveForms } from "../../app/navigation/unsaved-forms.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogContent } from "../ui/dialog.tsx";
import { MacroForm } from "./MacroForm.tsx";
import { MacroList } from "./MacroList.tsx";
import type { MacroValues } from "./macro-values.ts";

interface MacrosDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opens with the form of a new macro, filled from a reply. */
  begin?: Partial<MacroValues>;
}

type Shown = { form: Macro | null } | "list";

/** Lets staff manage their macros without leaving the ticket. */
export function MacrosDialog({ open, onOpenChange, begin }: MacrosDialogProps) {
  const [shown, setShown] = useState<Shown>(begin ? { form: null } : "list");
  const [search, setSearch] = useState("");
  const title = shown === "list" ? "Macros" : shown.form ? "Edit macro" : "New macro";
  const leave = async () => {
    if (await canLeaveForms()) onOpenChange(false);
  };
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? onOpenChange(true) : void leave())}>
      <DialogContent
        title={title}
        className="max-w-150"
        {...(shown === "list" && {
          description:
            "Type / in a reply to insert one. What it changes is shown next to its name.",
        })}
      >
        {shown === "list" ? (
          <>
            <MacroList
              search={search}
              onSearch={setSearch}
              onEdit={(form) => setShown({ form })}
              onAdd={() => setShown({ form: null })}
            />
            <div className="flex justify-end">
              <Button variant="outline" onClick={() => setShown({ form: null })}>
                <Plus />
                New macro
              </Button>
            </div>
          </>
        ) : (
          <MacroForm
            macro={shown.form}
            begin={begin}
            onSaved={() => setShown("list")}
            onCancel={() => setShown("list")}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
