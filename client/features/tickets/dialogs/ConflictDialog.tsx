import { fieldOf } from "../../../../shared/tickets/fields.ts";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
} from "../../../components/ui/alert-dialog.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { DialogFooter } from "../../../components/ui/dialog.tsx";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { type ConflictQuestion, conflictValue, settleConflict } from "./open-dialogs.ts";

/** Shows both values with a button for each. */
export function ConflictDialog({ question }: { question: ConflictQuestion }) {
  const timeZone = useTimeZone();
  const who = question.conflicts.find(({ by }) => by)?.by?.name ?? "Someone else";
  return (
    <AlertDialog open onOpenChange={(open) => !open && settleConflict(question)}>
      <AlertDialogContent
        title={`${who} also changed #${question.number}`}
        description="Your change wasn't saved. Which value do you want to keep?"
      >
        <dl className="flex flex-col gap-3">
          {question.conflicts.map(({ field, theirs, yours }) => (
            <div key={field} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3 gap-y-1">
              <dt className="col-span-2 font-medium">{fieldOf(field).label}</dt>
              <dt className="text-muted-foreground">Theirs</dt>
              <dd dir="auto" className="text-left">
                {conflictValue(field, theirs, timeZone)}
              </dd>
              <dt className="text-muted-foreground">Yours</dt>
              <dd dir="auto" className="text-left">
                {conflictValue(field, yours, timeZone)}
              </dd>
            </div>
          ))}
        </dl>
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">Keep theirs</Button>
          </AlertDialogCancel>
          <AlertDialogAction asChild>
            <Button onClick={() => question.setMine()}>Use mine</Button>
          </AlertDialogAction>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
