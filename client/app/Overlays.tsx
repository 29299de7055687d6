import { useEffect, useState } from "react";
import { can } from "../../shared/access.ts";
import { lazyDialog } from "../components/ui/lazy-dialog.tsx";
import { createOwnStore } from "../data/session/forget.ts";
import { useViewer } from "../data/session/viewer.ts";
import { useStore } from "../data/store.ts";
import { CommandsMissing } from "./CommandsMissing.tsx";
import { isTaken, keysOff, useKeys } from "./keyboard/keys.ts";
import { letterOf } from "./keyboard/letter.ts";
import { formQuestion, hasUnsavedForm } from "./navigation/unsaved-forms.ts";

const Palette = lazyDialog(() => import("./palette/Palette.tsx"), "Palette");
const UnsavedQuestion = lazyDialog(() => import("./UnsavedQuestion.tsx"), "UnsavedQuestion");
const MacrosDialog = lazyDialog(
  () => import("../components/macros/MacrosDialog.tsx"),
  "MacrosDialog",
);
const KeySheet = lazyDialog(() => import("./palette/KeySheet.tsx"), "KeySheet");

/** What lies over the page, if anything: one at a time. */
export const overlay = createOwnStore<"palette" | "keys" | "macros" | null>(null);

/** What is written in the palette: also before it is there, or has the focus. */
const written = createOwnStore("");

/**
 * The palette by Ctrl or Cmd and K, wherever one is, and by `/` where the page has no search of its
 * own; the sheet of keys by `?`.
 */
export function Overlays() {
  const shown = useStore(overlay);
  const isLeaving = useStore(formQuestion) !== null;
  const viewer = useViewer();
  // Whoever has the settings finds them there.
  const hasMacros = can(viewer, "macro.use") && !can(viewer, "area.settings");
  const macros = { label: "Macros", run: () => overlay.set("macros") };
  useKeys(
    { "help.keys": () => overlay.set("keys"), further: hasMacros ? [macros] : [] },
    { everywhere: true },
  );
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const chord = event.ctrlKey || event.metaKey;
      if (!chord && event.key.length === 1 && overlay.get() === "palette" && !isInDialog(event)) {
        event.preventDefault();
        written.set(written.get() + event.key);
      }
      const wanted = chord && !event.altKey && letterOf(event) === "k";
      if (!wanted || event.defaultPrevented) return;
      event.preventDefault();
      overlay.set(overlay.get() === "palette" ? null : "palette");
    };
    const search = (event: KeyboardEvent) => {
      if (event.key !== "/" || keysOff.get() || isTaken(event)) return;
      event.preventDefault();
      overlay.set("palette");
    };
    // By Back, on a phone too, what lies over a page goes with it.
    const close = () => hasUnsavedForm() || overlay.set(null);
    addEventListener("popstate", close);
    document.addEventListener("keydown", hear);
    // After the page's own search, which listens on the document.
    addEventListener("keydown", search);
    return () => {
      removeEventListener("popstate", close);
      document.removeEventListener("keydown", hear);
      removeEventListener("keydown", search);
    };
  }, []);
  const [missing, setMissing] = useState<string | null>(null);
  useEffect(() => {
    if (shown === "palette") return;
    written.set("");
    setMissing(null);
  }, [shown]);
  const close = () => overlay.set(null);
  return (
    <>
      {shown === "palette" &&
        (missing === null ? (
          <Palette onClose={close} onMissing={setMissing} written={written} />
        ) : (
          <CommandsMissing words={missing} onClose={close} />
        ))}
      {shown === "keys" && <KeySheet onClose={close} />}
      {shown === "macros" && (
        <MacrosDialog open onClose={close} onOpenChange={(open) => open || close()} />
      )}
      {isLeaving && <UnsavedQuestion onClose={() => formQuestion.get()?.answer(false)} />}
    </>
  );
}

function isInDialog({ target }: Event): boolean {
  return target instanceof Element && target.closest("[role=dialog]") !== null;
}
