import { useState } from "react";
import { Link } from "react-router-dom";
import { deskLimits } from "../../../shared/desk.ts";
import { ConfirmDialog } from "../../components/dialogs/ConfirmDialog.tsx";
import { useUnsavedForm } from "../../components/dialogs/unsaved-form.ts";
import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { Label } from "../../components/ui/label.tsx";
import { Switch } from "../../components/ui/switch.tsx";
import { readWhole } from "./TextSetting.tsx";
import { useTypedSetting } from "./use-desk.ts";

const readMonths = readWhole(deskLimits.auditMonths);

/** How long entries are kept. A shorter time asks first, because deleted entries cannot be restored. */
export function AuditSetting({ value }: { value: number | null }) {
  const setting = useTypedSetting("auditMonths", "Audit log", value);
  const { typed, base, type, reset, set, error, setError } = setting;
  const [asked, setAsked] = useState<number | null>(null);
  const keepsForever = typed === null && value === null;
  const text = typed ?? String(value);
  const isTyped = typed !== null && typed.trim() !== String(value);
  useUnsavedForm(() => isTyped);

  const commit = () => {
    const months = readMonths(text.trim());
    if (typeof months === "object") return setError(months.wrong);
    if (base === null || months < base) setAsked(months);
    else set(months);
  };
  const cancel = () => {
    setAsked(null);
    reset();
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11">
        <Switch
          id="audit-forever"
          checked={keepsForever}
          onCheckedChange={(on) => {
            if (!on) return type("24");
            reset();
            set(null);
          }}
        />
        <Label htmlFor="audit-forever">Keep forever</Label>
      </div>
      {!keepsForever && (
        <Field
          label="Keep for"
          error={error}
          hint="Older entries are deleted one whole month at a time."
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
                  // Otherwise the same key press would confirm the dialog it opens.
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
        Show audit log
      </Link>
      {asked !== null && (
        <ConfirmDialog
          title={`Keep the audit log for only ${asked} months?`}
          description="Older entries are permanently deleted within minutes, one whole month at a time. The log records that they were deleted."
          keep="Cancel"
          act="Delete older entries"
          destructive
          onAct={() => {
            set(asked);
            setAsked(null);
          }}
          onClose={cancel}
        />
      )}
    </div>
  );
}
