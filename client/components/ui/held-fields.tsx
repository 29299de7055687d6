import { createContext, type ReactNode, type SyntheticEvent, useContext } from "react";

const HeldContext = createContext(false);

/** Whether the fields are read-only for now. */
export function useHeld(): boolean {
  return useContext(HeldContext);
}

interface HeldFieldsProps {
  held: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Makes fields read-only while the form is being submitted: later input would be lost. Unlike disabled
 * fields, they keep the focus.
 */
export function HeldFields({ held, className, children }: HeldFieldsProps) {
  const hold = (event: SyntheticEvent) => {
    if (held) event.stopPropagation();
  };
  return (
    <HeldContext value={held}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has looks of its own. */}
      <div
        role="group"
        aria-disabled={held || undefined}
        className={className}
        // Lists open on pointerdown; the click would then choose.
        onPointerDownCapture={hold}
        onClickCapture={(event) => {
          hold(event);
          if (held) event.preventDefault();
        }}
        onKeyDownCapture={(event) => {
          if (!held || event.key === "Tab" || event.key === "Escape") return;
          event.stopPropagation();
          event.preventDefault();
        }}
      >
        {children}
      </div>
    </HeldContext>
  );
}
