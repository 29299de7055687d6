import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { deskLimits } from "../../shared/desk.ts";
import { useUnsavedForm } from "../parts/unsaved/use-unsaved-form.ts";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
} from "../ui/alert-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Label } from "../ui/label.tsx";
import { Switch } from "../ui/switch.tsx";
import { readWhole } from "./LineSetting.tsx";
import { useSetDesk } from "./use-desk.ts";

const readMonths = readWhole(deskLimits.auditMonths);

/** For ever, or so many months; what would go is asked about first, since it does not come back. */
export function AuditSetting({ value }: { value: number | null }) {
  const { save, error, setError } = useSetDesk("auditMonths", "Audit log");
  const [text, setText] = useState(String(value ?? 24));
  const [asked, setAsked] = useState<number | null>(null);
  const [forEver, setForEver] = useState(value === null);
  useEffect(() => {
    setForEver(value === null);
    if (value !== null) setText(String(value));
  }, [value]);

  const isTyped = !forEver && text.trim() !== String(value ?? "");
  useUnsavedForm(() => isTyped);

  const commit = () => {
    const months = readMonths(text.trim());
    if (typeof months === "object") return setError(months.wrong);
    if (value === null || months < value) setAsked(months);
    else save(months, value);
  };
  const giveUp = () => {
    setAsked(null);
    setForEver(value === null);
    setText(String(value ?? 24));
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
        <Switch
          id="audit-for-ever"
          checked={forEver}
          onCheckedChange={(on) => {
            setForEver(on);
            setError(null);
            if (on) save(null, value);
          }}
        />
        <Label htmlFor="audit-for-ever">Keep it for ever</Label>
      </div>
      {!forEver && (
        <Field
          label="Keep it for"
          error={error}
          hint="Whole months go, once a month has been over for so long."
        >
          {(control) => (
            <span className="flex flex-wrap items-center gap-2">
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                maxLength={3}
                value={text}
                onChange={(event) => {
                  setText(event.target.value);
                  setError(null);
                }}
                onKeyDown={(event) => {
                  if (event.key !== "Enter") return;
                  // Else the same key would answer the question that it raises.
                  event.preventDefault();
                  commit();
                }}
                className="w-20 text-right tabular-nums"
              />
              <span className="text-muted-foreground">months</span>
              {isTyped && (
                <Button variant="outline" onClick={commit}>
                  Save
                </Button>
              )}
            </span>
          )}
        </Field>
      )}
      <Link to="/audit" className="w-fit text-selected-foreground hover:underline">
        Show the audit log
      </Link>
      <AlertDialog open={asked !== null} onOpenChange={(open) => !open && giveUp()}>
        <AlertDialogContent
          title={`Keep the audit log for ${asked ?? ""} months only?`}
          description="What is older goes for good within minutes, a whole month at a time. That it went stays written down."
        >
          <DialogFooter>
            <AlertDialogCancel asChild>
              <Button variant="outline">Keep everything</Button>
            </AlertDialogCancel>
            <AlertDialogAction asChild>
              <Button
                variant="destructive"
                onClick={() => {
                  if (asked !== null) save(asked, value);
                  setAsked(null);
                }}
              >
                Drop older months
              </Button>
            </AlertDialogAction>
          </DialogFooter>
        </AlertDialogContent>
      </AlertDialog>
    </div>
  );
}
