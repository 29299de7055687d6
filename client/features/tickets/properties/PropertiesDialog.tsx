import { type ReactNode, useEffect, useState } from "react";
import { Dialog, DialogContent } from "../../../components/ui/dialog.tsx";
import type { Pickers } from "./use-pickers.ts";

interface PropertiesDialogProps {
  number: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClosed: () => void;
  pickers: Pickers;
  children: (pickers: Pickers) => ReactNode;
}

/** Where there is no room beside the conversation, they come over it. */
export function PropertiesDialog(props: PropertiesDialogProps) {
  const { number, open, onOpenChange, onClosed, pickers, children } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`#${number}`}
        className="top-0 right-0 left-auto h-dvh max-h-dvh w-84 max-w-full translate-x-0 translate-y-0 content-start gap-2 rounded-none border-y-0 border-r-0"
        onCloseAutoFocus={onClosed}
      >
        <OnceThere pickers={pickers}>{children}</OnceThere>
      </DialogContent>
    </Dialog>
  );
}

/** A picker that a key or a menu opens comes after the dialog, which would take the focus from it. */
function OnceThere({ pickers, children }: Pick<PropertiesDialogProps, "pickers" | "children">) {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return children(isThere ? pickers : allClosed(pickers));
}

function allClosed(pickers: Pickers): Pickers {
  return { ...pickers, of: (name) => ({ ...pickers.of(name), open: false }) };
}
