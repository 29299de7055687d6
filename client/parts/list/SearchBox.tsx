import { useEffect, useId } from "react";
import { isTaken } from "../../lib/keys/keys.ts";
import { SearchInput } from "../../ui/search-input.tsx";
import { useSearchText } from "../pickers/use-search-text.ts";
import { enterList } from "./enter-list.ts";

interface SearchBoxProps {
  label: string;
  shown: string;
  onSearch: (text: string) => void;
  maxLength: number;
  className?: string;
}

/** Searches as one types; `/` leads into it. */
export function SearchBox({ label, shown, onSearch, maxLength, className }: SearchBoxProps) {
  const id = useId();
  const [text, setText] = useSearchText(shown, onSearch);

  useEffect(() => {
    const enter = (event: KeyboardEvent) => {
      if (event.key !== "/" || isTaken(event)) return;
      const input = document.getElementById(id);
      if (!(input instanceof HTMLInputElement)) return;
      event.preventDefault();
      input.focus();
      input.select();
    };
    document.addEventListener("keydown", enter);
    return () => document.removeEventListener("keydown", enter);
  }, [id]);

  return (
    <SearchInput
      id={id}
      label={label}
      shortcut="/"
      maxLength={maxLength}
      value={text}
      onValueChange={setText}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "ArrowDown" || event.key === "Enter") enterList();
        else if (event.key === "Escape" && text) setText("");
        else if (event.key === "Escape") enterList() || event.currentTarget.blur();
        else return;
        event.preventDefault();
      }}
      className={className}
    />
  );
}
