import { Ellipsis, FileDown, FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { ImportKind } from "../../../shared/imports.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";

const ImportDialog = lazyDialog(() => import("./ImportDialog.tsx"), "ImportDialog");

interface ListMenuButtonProps {
  /** The address of the CSV export of the list as shown. */
  exportAddress: string;
  imports: ImportKind;
}

/** A menu with the import and export of a list. */
export function ListMenuButton({ exportAddress, imports }: ListMenuButtonProps) {
  const [importing, setImporting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setImporting(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton ref={button} label="Import and export" onPointerEnter={ImportDialog.preload}>
            <Ellipsis />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => setImporting(true)}>
            <FileUp className="text-muted-foreground" />
            Import CSV…
          </DropdownMenuItem>
          <DropdownMenuItem asChild>
            <a href={exportAddress} download>
              <FileDown className="text-muted-foreground" />
              Export CSV
            </a>
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {importing && <ImportDialog kind={imports} onClose={close} />}
    </>
  );
}
