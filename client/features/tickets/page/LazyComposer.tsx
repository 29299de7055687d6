import { Suspense } from "react";
import { useHoldsKeys } from "../../../app/keyboard/held-keys.ts";
import { cn } from "../../../components/cn.ts";
import { offlineSince } from "../../../data/connection.ts";
import { useStore } from "../../../data/store.ts";
import type { ComposerProps } from "../composer/Composer.tsx";
import { EndedConversation } from "../composer/EndedConversation.tsx";
import { Composer } from "./lazy-tools.ts";

/** The composer loads once the conversation is drawn. Keys pressed before that wait for it. */
export function LazyComposer(props: ComposerProps) {
  return (
    <Suspense fallback={<ComposerLoading ticket={props.ticket} />}>
      <Composer {...props} />
    </Suspense>
  );
}

/** As high as a closed composer, so that the conversation does not move. */
function ComposerLoading({ ticket }: Pick<ComposerProps, "ticket">) {
  useHoldsKeysForTools();
  const { may, staff } = ticket;
  if (!may.reply && !may.note) {
    return <EndedConversation ticket={ticket} reply={noText} note={noText} />;
  }
  return (
    <div
      className={cn(
        "mx-4 mb-3 max-w-182 shrink-0 rounded-lg border border-input bg-card max-shell:mx-2 max-shell:mb-2 max-shell:h-12.5 max-shell:pointer-coarse:h-14 print:hidden",
        staff ? "shell:h-30 shell:pointer-coarse:h-49" : "shell:h-22 shell:pointer-coarse:h-25",
      )}
    />
  );
}

const noText = { body: "" };

/** While a part that answers keys loads. Offline it may never come, and keys are not held for it. */
export function useHoldsKeysForTools(): void {
  const offline = useStore(offlineSince) !== null;
  useHoldsKeys("page", !offline);
}
