import { ImageUp, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { type DeskSettings, deskLimits, logoTypes } from "../../../shared/desk.ts";
import { notify } from "../../components/notices.ts";
import { Button } from "../../components/ui/button.tsx";
import { DeskMark } from "../../components/ui/desk-mark.tsx";
import { useMounted } from "../../components/use-mounted.ts";
import { isQueued, runQueued } from "../../data/calls/change-queue.ts";
import { fieldMessage, notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

/** The desk's logo. A new one is shown while it is uploaded. */
export function LogoSetting({ desk }: { desk: DeskSettings }) {
  const { shown, put, remove, error } = useSetLogo(desk);
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (file) void put(file);
    if (input.current) input.current.value = "";
  };
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">Logo</p>
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid size-16 shrink-0 place-items-center rounded-lg border bg-card">
          <DeskMark title={desk.name} logo={shown} className="size-11 rounded-lg text-lg" />
        </span>
        <span className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => input.current?.click()}>
            <ImageUp />
            {shown ? "Change logo" : "Choose logo"}
          </Button>
          {shown && (
            <Button variant="ghost" onClick={remove}>
              <Trash2 />
              Remove logo
            </Button>
          )}
        </span>
        <input
          ref={input}
          type="file"
          aria-label="Logo"
          accept={logoTypes.join()}
          tabIndex={-1}
          onChange={(event) => choose(event.target.files?.[0])}
          className="sr-only"
        />
      </div>
      <p className="text-muted-foreground text-xs">
        PNG, JPEG or WebP, up to 200 KB, ideally square.
      </p>
      {error && (
        <p role="alert" className="text-danger-text text-xs">
          {error}
        </p>
      )}
    </div>
  );
}

const turn = "desk-logo";

/** Changes are sent one after the other, each based on the result of the one before. */
function useSetLogo(desk: DeskSettings) {
  const utils = trpc.useUtils();
  const [error, setError] = useState<string | null>(null);
  const [coming, setComing] = useState<string | null | undefined>(undefined);
  const base = useRef(desk.logo);
  const mounted = useMounted();
  const { mutateAsync } = trpc.desk.setLogo.useMutation({ meta: { showsError: true } });

  async function set(picture: string | null, address: string | null): Promise<void> {
    setError(null);
    setComing(address);
    if (!isQueued(turn)) base.current = desk.logo;
    try {
      await runQueued(turn, async () => {
        const next = await mutateAsync({ picture, base: base.current });
        base.current = next.logo;
        // A fetch under way may return the settings from before this change.
        await utils.desk.get.cancel(undefined, { revert: false });
        utils.desk.get.setData(undefined, (shown) => shown && { ...shown, ...next });
      });
      // The cancelled fetch may have held changes by others.
      void utils.desk.get.invalidate();
      void utils.session.current.invalidate();
      notify({ kind: "success", message: picture ? "Logo saved" : "Logo removed" });
    } catch (failed) {
      const failure = readFailure(failed);
      setError(
        fieldMessage(failure, "logo") ?? fieldMessage(failure, "picture") ?? failure.message,
      );
      // The tab may be closed by now, so that the error is shown as a notice.
      if (!mounted.current) notifyError("Couldn't save the logo", failure);
      void utils.desk.get.invalidate();
    } finally {
      if (!isQueued(turn)) setComing(undefined);
    }
  }

  return {
    error,
    shown: coming === undefined ? desk.logo : coming,
    async put(file: File) {
      if (file.size > deskLimits.logoBytes) return setError("Logos can be up to 200 KB.");
      const address = await readAsAddress(file).catch(() => null);
      if (address === null) return setError("This file couldn't be read.");
      await set(address.slice(address.indexOf(",") + 1), address);
    },
    remove: () => void set(null, null),
  };
}

function readAsAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
