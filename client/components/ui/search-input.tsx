import { Search, X } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { cn } from "../cn.ts";
import { Input } from "./input.tsx";
import { Kbd } from "./kbd.tsx";

type SearchInputProps = Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type"> & {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  shortcut?: string;
};

export function SearchInput({
  label,
  value,
  onValueChange,
  shortcut,
  className,
  size = "sm",
  ...props
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div data-slot="search-input" className={cn("relative min-w-0", className)}>
      <Search className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted-foreground" />
      <Input
        ref={input}
        type="search"
        size={size}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className="px-8 text-ellipsis pointer-coarse:pr-11"
        {...props}
      />
      {value ? (
        <button
          type="button"
          aria-label="Clear search"
          data-hint="Clear search"
          onClick={() => {
            onValueChange("");
            input.current?.focus();
          }}
          className="absolute top-1/2 right-0.5 grid size-6 -translate-y-1/2 place-items-center rounded-sm text-muted-foreground hover:text-foreground pointer-coarse:right-0 pointer-coarse:size-11"
        >
          <X className="size-3.5" />
        </button>
      ) : (
        shortcut && (
          <Kbd className="pointer-events-none absolute top-1/2 right-1.5 -translate-y-1/2">
            {shortcut}
          </Kbd>
        )
      )}
    </div>
  );
}
