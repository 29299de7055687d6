import * as Alert from "radix-ui/alert-dialog";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "../cn.ts";
import { belongsToNotices } from "../notices.ts";
import { dialogClasses, overlayClasses } from "./dialog.tsx";
import { useFocusBack } from "./focus.ts";

export const AlertDialog = Alert.Root;
export const AlertDialogTrigger = Alert.Trigger;
export const AlertDialogAction = Alert.Action;
export const AlertDialogCancel = Alert.Cancel;

type AlertDialogContentProps = ComponentProps<typeof Alert.Content> & {
  title: ReactNode;
  description?: ReactNode;
};

/** A dialog that must be answered before anything else. */
export function AlertDialogContent({
  title,
  description,
  className,
  children,
  onEscapeKeyDown,
  onOpenAutoFocus,
  onCloseAutoFocus,
  ...props
}: AlertDialogContentProps) {
  const focus = useFocusBack();
  return (
    <Alert.Portal>
      <Alert.Overlay data-slot="alert-dialog-overlay" className={overlayClasses} />
      <Alert.Content
        data-slot="alert-dialog"
        className={cn(dialogClasses, "max-w-110 gap-3", className)}
        {...(!description && { "aria-describedby": undefined })}
        onEscapeKeyDown={(event) => {
          if (belongsToNotices(event.target)) event.preventDefault();
          onEscapeKeyDown?.(event);
        }}
        onOpenAutoFocus={(event) => {
          focus.opens();
          onOpenAutoFocus?.(event);
        }}
        onCloseAutoFocus={(event) => {
          onCloseAutoFocus?.(event);
          focus.closes(event);
        }}
        {...props}
      >
        <Alert.Title className="font-semibold text-lg">{title}</Alert.Title>
        {description && (
          <Alert.Description className="text-muted-foreground text-sm">
            {description}
          </Alert.Description>
        )}
        {children}
      </Alert.Content>
    </Alert.Portal>
  );
}
