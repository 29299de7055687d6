import type { ReactNode } from "react";
import { Dialog, DialogContent } from "../../ui/dialog.tsx";

interface PropertiesDialogProps {
  number: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClosed: () => void;
  children: ReactNode;
}

/** Where there is no room beside the conversation, they come over it. */
export function PropertiesDialog(props: PropertiesDialogProps) {
  const { number, open, onOpenChange, onClosed, children } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`#${number}`}
        className="top-0 right-0 left-auto h-dvh max-h-dvh w-84 max-w-full translate-x-0 translate-y-0 content-start gap-2 rounded-none border-y-0 border-r-0"
        onCloseAutoFocus={onClosed}
      >
        {children}
      </DialogContent>
    </Dialog>
  );
}
