import { useId } from "react";
import { useSearchText } from "../pickers/use-picker-search.ts";
import { SearchInput } from "../ui/search-input.tsx";
import { enterList, useSlash } from "./search-keys.ts";

interface SearchBoxProps {
  label: string;
  shown: string;
  onSearch: (text: string) => void;
  maxLength: number;
  className?: string;
}

/** Searches while typing; `/` focuses it. */
export function SearchBox({ label, shown, onSearch, maxLength, className }: SearchBoxProps) {
  const id = useId();
  const [text, setText] = useSearchText(shown, onSearch);

  const find = () => {
    const input = document.getElementById(id);
    return input instanceof HTMLInputElement ? input : null;
  };
  const shortcut = useSlash(find);

  return (
    <SearchInput
      id={id}
      label={label}
      {...(shortcut && { shortcut })}
      maxLength={maxLength}
      value={text}
      onValueChange={setText}
      onKeyDown={(event) => {
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
