import { isInlineImage } from "../../shared/files.ts";
import type { MessageFile } from "../../shared/tickets/page.ts";

export interface StoredFile {
  id: string;
  name: string;
  type: string;
  size: number;
  width: number | null;
  height: number | null;
}

export function presentFile({ id, name, type, size, width, height }: StoredFile): MessageFile {
  return { id, name, type, size, isImage: isInlineImage(type), width, height };
}
