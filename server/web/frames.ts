import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DeskLook } from "../../shared/desk.ts";

export const framesFile = "frames.json";

/** What stands in the page at an address until its scripts have come. */
export type Frames = Record<string, string>;

export async function readFrames(folder: string): Promise<Frames> {
  return JSON.parse(await readFile(join(folder, framesFile), "utf8"));
}

export function frameFor(frames: Frames, request: Request, { name, logo }: DeskLook): string {
  const { pathname } = new URL(request.url);
  const kind = kindOf(pathname, request.headers.get("Cookie") ?? "");
  const frame = frames[logo ? `${kind}-logo` : kind] ?? "";
  const filled: Record<string, string> = {
    __DESK_NAME__: name,
    __DESK_LOGO__: logo ?? "",
    __DESK_LETTER__: [...name][0]?.toLocaleUpperCase() ?? "",
  };
  return frame.replace(/__DESK_[A-Z]+__/g, (token) => Bun.escapeHTML(filled[token] ?? ""));
}

function kindOf(pathname: string, cookies: string): string {
  const path = pathname.replace(/(?<=.)\/+$/, "");
  if (path === "/login") return "login";
  if (/^\/(reset-password|invitation|setup)$/.test(path)) return "outside";
  return /(?:^|;\s*)frontdesk_nav=collapsed(?=;|$)/.test(cookies) ? "shell-collapsed" : "shell";
}
