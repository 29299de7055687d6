import type { MessageFile } from "../../../shared/tickets/page.ts";

/** Large pictures are shown in lists as small copies. */
export function thumbnailAddress({ id, width, height }: MessageFile): string {
  const isLarge = Math.max(width ?? 0, height ?? 0) > 640;
  return isLarge ? `${fileAddress(id)}?thumbnail` : fileAddress(id);
}

export function fileAddress(id: string): string {
  return `/node/files/${id}`;
}
