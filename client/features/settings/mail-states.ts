import type { ShownMailState } from "../../../shared/mails.ts";

export const mailStateNames: Record<ShownMailState, string> = {
  queued: "Queued",
  sent: "Sent",
  kept: "Kept",
  failed: "Failed",
  skipped: "Skipped",
  demo: "Demo",
};
