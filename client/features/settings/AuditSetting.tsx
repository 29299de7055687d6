import { useState } from "react";
import { Link } from "react-router-dom";
import { deskLimits } from "../../../shared/desk.ts";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
} from "../../components/ui/alert-dialog.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DialogFooter } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { Label } from "../../components/ui/label.tsx";
import { Switch } from "../../components/ui/switch.tsx";
import { useUnsavedForm } from "../../components/unsaved/use-unsaved-form.ts";
import { readWhole } from "./LineSetting.tsx";
import { useTypedSetting } from "./use-typed-setting.ts";

const readMonths = readWhole(deskLimits.auditMonths);

/** For ever, or so many months; what would go is asked about first, since it does not come back. */
export function AuditSetting({ value }: { value: number | null }) {
  const setting = useTypedSetting("auditMonths", "Audit log", value);
  const { typed, base, type, putBack, set, error, setError } = setting;
  const [asked, setAsked] = useState<number | null>(null);
  const forEver = typed === null && value === null;
  const text = typed ?? String(value);
  const isTyped = typed !== null && typed.trim() !== String(value);
  useUnsavedForm(() => isTyped);

  const commit = () => {
    const months = readMonths(text.trim());
    if (typeof months === "object") return setError(months.wrong);
    if (base === null || months < base) setAsked(months);
    else set(months);
  };
  const giveUp = () => {
    setAsked(null);
    putBack();
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
        <Switch
          id="audit-for-ever"
          checked={forEver}
          onCheckedChange={(on) => {
            if (!on) return type("24");
            putBack();
            set(null);
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
                onChange={(event) => type(event.target.value)}
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
                onClick={(event) => {
                  // Closing it by itself would give up what was typed.
                  event.preventDefault();
                  if (asked !== null) set(asked);
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
