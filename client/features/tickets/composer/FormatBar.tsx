import {
  ALargeSmall,
  Bold,
  Code,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  TextQuote,
} from "lucide-react";
import { cn } from "../../../components/cn.ts";
import { IconButton } from "../../../components/ui/icon-button.tsx";
import { type MarkdownFormat, markdownFormats } from "./markdown-edits.ts";

interface FormatBarProps {
  onFormat: (format: MarkdownFormat) => void;
  disabled?: boolean;
}

/** On a phone the bar and its neighbours share one row and its full width. */
export const inOneRow =
  "max-shell:pointer-coarse:flex-nowrap max-shell:pointer-coarse:[&_button]:min-w-7 max-shell:pointer-coarse:[&_button]:grow";

/** Formats the selection in the field, which keeps the focus. */
export function FormatBar({ onFormat, disabled }: FormatBarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex items-center max-shell:pointer-coarse:grow-7"
    >
      {markdownFormats.map((format) => {
        const { icon: Icon, label, key, rare } = looks[format];
        return (
          <IconButton
            key={format}
            label={label}
            shortcut={key && `${modifier} ${key}`}
            disabled={disabled}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onFormat(format)}
            className={cn("pointer-coarse:min-w-9", rare && yields)}
          >
            <Icon />
          </IconButton>
        );
      })}
    </div>
  );
}

interface FormattingButtonProps {
  unfolded: boolean;
  onClick: () => void;
  className?: string;
}

/** Shows the bar to customers, who write without it at first. */
export function FormattingButton({ unfolded, onClick, className }: FormattingButtonProps) {
  return (
    <IconButton
      label="Formatting"
      aria-expanded={unfolded}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={className}
    >
      <ALargeSmall />
    </IconButton>
  );
}

export const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** Next to the list, rare formats make room for the send button. */
const yields = "shell:in-data-[slot=composer]:@max-[31rem]:hidden";

interface Look {
  icon: LucideIcon;
  label: string;
  key?: string;
  /** As quick to type as to click. */
  rare?: boolean;
}

const looks: Record<MarkdownFormat, Look> = {
  bold: { icon: Bold, label: "Bold", key: "B" },
  italic: { icon: Italic, label: "Italic", key: "I" },
  bullets: { icon: List, label: "List" },
  numbers: { icon: ListOrdered, label: "Numbered list", rare: true },
  quote: { icon: TextQuote, label: "Quote", rare: true },
  link: { icon: Link2, label: "Link", key: "K" },
  code: { icon: Code, label: "Code" },
};
