import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useId, useRef, useState } from "react";
import { countOf, type ImportFile, type ImportMapping } from "../../../shared/imports.ts";
import { describeLifetime } from "../../../shared/link-lifetime.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { isSessionOver, notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { formatNumber } from "../format/format.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { DialogFooter } from "../ui/dialog.tsx";
import { useMounted } from "../use-mounted.ts";
import { ColumnTable } from "./ColumnTable.tsx";
import { ImportPreviewPane } from "./ImportPreviewPane.tsx";

interface CheckFileProps {
  file: ImportFile;
  onBack: () => void;
  /** Resolves once the job's progress can be shown. */
  onStarted: (jobId: string) => Promise<void>;
}

/** The columns' meaning, a preview of each row's effect, and the button that starts the import. */
export function CheckFile({ file, onBack, onStarted }: CheckFileProps) {
  const { id, kind } = file;
  const [mapping, setMapping] = useState<ImportMapping>(file.mapping);
  const [createCompanies, setCreateCompanies] = useState(false);
  const [sendInvitations, setSendInvitations] = useState(false);
  const preview = trpc.imports.preview.useQuery(
    { id, mapping, choices: { createCompanies, sendInvitations: false } },
    { placeholderData: keepPreviousData, staleTime: 0, meta: { showsError: true } },
  );
  const requestId = useRef(newRequestId());
  const mounted = useMounted();
  const utils = trpc.useUtils();
  const confirm = trpc.imports.confirm.useMutation({
    meta: { showsError: true },
    networkMode: "always",
    onSuccess: ({ jobId }) => onStarted(jobId),
    onError: (error) => {
      if (!mounted.current) notifyError(`Couldn't import ${file.name}`, readFailure(error));
      // If only the answer was lost, the import is running and the job bar shows it.
      void utils.jobs.list.invalidate();
    },
  });
  const { created = 0, updated = 0 } = preview.data?.counts ?? {};
  const isCurrent = preview.isSuccess && !preview.isPlaceholderData;
  const unknown = preview.data?.unknownCompanies;
  const failure = confirm.isError ? readFailure(confirm.error) : null;
  return (
    <>
      <p className="-mt-2 text-muted-foreground text-sm">
        <bdi className="text-foreground">{file.name}</bdi>, {formatNumber(file.rows)}{" "}
        {file.rows === 1 ? "row" : "rows"}, read as {file.encoding}
      </p>
      <ColumnTable file={file} mapping={mapping} onChange={setMapping} />
      <ImportPreviewPane
        kind={kind}
        preview={preview.data}
        isCurrent={isCurrent}
        failure={preview.isError ? readFailure(preview.error) : null}
        retry={() => void preview.refetch()}
      >
        {kind === "users" && (
          <div className="flex flex-col gap-2.5">
            {unknown && unknown.count > 0 && (
              <Tick checked={createCompanies} onChange={setCreateCompanies}>
                {unknown.count === 1
                  ? "Create missing company"
                  : `Create ${formatNumber(unknown.count)} missing companies`}
                : {namesOf(unknown.names, unknown.count)}
              </Tick>
            )}
            <Tick checked={sendInvitations} onChange={setSendInvitations}>
              Email each new user an invitation link, valid for {describeLifetime("invitation")}
            </Tick>
          </div>
        )}
      </ImportPreviewPane>
      {failure && !isSessionOver(failure) && (
        <p role="alert" className="text-danger-text">
          {failure.message}
        </p>
      )}
      <DialogFooter>
        <Button
          variant="outline"
          aria-disabled={confirm.isPending}
          onClick={() => confirm.isPending || onBack()}
        >
          Choose another file
        </Button>
        <Button
          disabled={!isCurrent || created + updated === 0}
          aria-disabled={confirm.isPending}
          onClick={() => {
            if (confirm.isPending) return;
            const choices = { createCompanies, sendInvitations };
            confirm.mutate({ requestId: requestId.current, id, mapping, choices });
          }}
        >
          {created + updated === 0
            ? "Nothing to import"
            : `Import ${countOf(created + updated, kind)}`}
        </Button>
      </DialogFooter>
    </>
  );
}

const shownNames = 3;

function namesOf(names: readonly string[], count: number): string {
  const shown = names.slice(0, shownNames);
  const more = count - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${formatNumber(more)} more` : ""}`;
}

interface TickProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

function Tick({ checked, onChange, children }: TickProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        id={id}
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
        className="mt-0.5"
      />
      <label htmlFor={id} dir="auto" className="min-w-0 break-words text-sm">
        {children}
      </label>
    </div>
  );
}
