import { createContext, type ReactNode, type SyntheticEvent, useContext } from "react";

const HeldContext = createContext(false);

/** Whether what stands in a field can only be read for now. */
export function useHeld(): boolean {
  return useContext(HeldContext);
}

interface HeldFieldsProps {
  held: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Fields that stay as they are while what they say is being made: what was typed into them meanwhile
 * would be lost with the form. Unlike disabled ones they keep the focus.
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
        // Lists open as they are pressed, and what is chosen is chosen by a click.
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
