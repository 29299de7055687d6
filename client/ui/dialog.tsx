import { X } from "lucide-react";
import * as DialogParts from "radix-ui/dialog";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { belongsToNotices } from "../lib/notices.ts";
import { Button } from "./button.tsx";

export const Dialog = DialogParts.Root;
export const DialogTrigger = DialogParts.Trigger;
export const DialogClose = DialogParts.Close;

export const overlayClasses =
  "fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in";
export const dialogClasses =
  "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto rounded-xl border bg-popover p-5 text-popover-foreground shadow-float data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in focus-visible:outline-none";

type DialogContentProps = ComponentProps<typeof DialogParts.Content> & {
  title: ReactNode;
  description?: ReactNode;
};

export function DialogContent({
  title,
  description,
  className,
  children,
  onInteractOutside,
  onEscapeKeyDown,
  onOpenAutoFocus,
  ...props
}: DialogContentProps) {
  return (
    <DialogParts.Portal>
      <DialogParts.Overlay data-slot="dialog-overlay" className={overlayClasses} />
      <DialogParts.Content
        data-slot="dialog"
        className={cn(dialogClasses, "max-w-100", className)}
        {...(!description && { "aria-describedby": undefined })}
        onInteractOutside={(event) => {
          if (belongsToNotices(event.target)) event.preventDefault();
          onInteractOutside?.(event);
        }}
        onEscapeKeyDown={(event) => {
          if (belongsToNotices(event.target)) event.preventDefault();
          onEscapeKeyDown?.(event);
        }}
        onOpenAutoFocus={(event) => {
          onOpenAutoFocus?.(event);
          if (!event.defaultPrevented) focusFirstField(event);
        }}
        {...props}
      >
        <div className="flex items-start justify-between gap-4">
          <div className="flex min-w-0 flex-col gap-1">
            <DialogParts.Title className="font-semibold text-lg">{title}</DialogParts.Title>
            {description && (
              <DialogParts.Description className="text-muted-foreground text-sm">
                {description}
              </DialogParts.Description>
            )}
          </div>
          <DialogParts.Close asChild>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Close"
              title="Close"
              className="-mt-0.5 -mr-1.5 pointer-coarse:-my-2.5 pointer-coarse:-mr-3"
            >
              <X />
            </Button>
          </DialogParts.Close>
        </div>
        {children}
      </DialogParts.Content>
    </DialogParts.Portal>
  );
}

/** The buttons at a dialog's end: the way out first, the act last. */
export function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn("flex flex-wrap justify-end gap-2 pt-1", className)}
      {...props}
    />
  );
}

/** One begins in the first field, not at the button that closes. */
function focusFirstField(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  const field = dialog.querySelector<HTMLElement>(
    ":is(input, textarea, select):not([tabindex='-1'], :disabled)",
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}
