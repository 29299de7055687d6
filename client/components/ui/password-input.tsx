import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { cn } from "../cn.ts";
import { Input } from "./input.tsx";

/** A password field with a show button and a Caps Lock warning. */
export function PasswordInput({ className, ...props }: ComponentProps<typeof Input>) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const followCapsLock = (event: KeyboardEvent) =>
    setCapsLock(event.getModifierState?.("CapsLock") ?? false);
  const toggleName = shown ? "Hide characters" : "Show characters";
  const Icon = shown ? EyeOff : Eye;
  return (
    <div data-slot="password-input" className="flex flex-col gap-1">
      <div className="relative">
        <Input
          type={shown ? "text" : "password"}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onKeyDown={followCapsLock}
          onKeyUp={followCapsLock}
          className={cn("pr-10", className)}
          {...props}
          onBlur={(event) => {
            setCapsLock(false);
            props.onBlur?.(event);
          }}
        />
        <button
          type="button"
          aria-label={toggleName}
          data-hint={toggleName}
          aria-controls={props.id}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-muted-foreground hover:text-foreground focus-visible:outline-offset-[-2px] pointer-coarse:w-11"
        >
          <Icon />
        </button>
      </div>
      {/* Always mounted, so that screen readers announce its content. */}
      <p role="status" className="text-note-foreground text-xs empty:hidden">
        {capsLock ? "Caps Lock is on" : null}
      </p>
    </div>
  );
}
