import { X } from "lucide-react";
import * as DialogParts from "radix-ui/dialog";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "../cn.ts";
import { belongsToNotices } from "../notices.ts";
import { Button } from "./button.tsx";
import { useFocusBack } from "./focus.ts";

export const Dialog = DialogParts.Root;
export const DialogTrigger = DialogParts.Trigger;
export const DialogClose = DialogParts.Close;

export const overlayClasses =
  "fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in";
export const dialogClasses =
  "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto scroll-pb-24 rounded-xl border bg-popover p-5 text-popover-foreground shadow-float data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in focus-visible:outline-none";

type DialogContentProps = Omit<ComponentProps<typeof DialogParts.Content>, "title"> & {
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
  onCloseAutoFocus,
  ...props
}: DialogContentProps) {
  const focus = useFocusBack();
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
        onCloseAutoFocus={(event) => {
          onCloseAutoFocus?.(event);
          focus.closes(event);
        }}
        onOpenAutoFocus={(event) => {
          focus.opens();
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
              data-hint="Close"
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

/**
 * The buttons of a dialog: cancel first, the action last. They stay visible when the dialog is taller than
 * the screen.
 */
export function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn(
        "sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 bg-popover px-5 pt-1 pb-5 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-4 before:bg-linear-to-t before:from-popover before:to-transparent",
        className,
      )}
      {...props}
    />
  );
}

export function DialogCancel() {
  return (
    <DialogClose asChild>
      <Button variant="outline">Cancel</Button>
    </DialogClose>
  );
}

interface FormFooterProps {
  /** What the button does: `Create company`. */
  act: string;
  isPending?: boolean;
  disabled?: boolean;
}

/** The buttons below a form. While it is sent, the button keeps the focus. */
export function FormFooter({ act, isPending, disabled }: FormFooterProps) {
  return (
    <DialogFooter>
      <DialogCancel />
      <Button type="submit" disabled={disabled} aria-disabled={isPending}>
        {act}
      </Button>
    </DialogFooter>
  );
}

/** Focuses the first field, or the element marked as first, instead of the close button. */
function focusFirstField(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  const field = dialog.querySelector<HTMLElement>(
    ":is(input, textarea, select, [role=combobox], [data-first]):not([tabindex='-1'], :disabled)",
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}
