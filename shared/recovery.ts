/** What waits since the database was restored, until someone resumes it. */
export interface RecoveryPause {
  at: string;
  /** Another database than before; the same one at an earlier moment; or someone asked for it. */
  why: "restored" | "rewound" | "command";
  /** Emails queued before the pause. */
  mails: number;
  webhooks: number;
  mailboxes: number;
}

export const pauseReasons: Record<RecoveryPause["why"], string> = {
  restored: "The database was restored from a copy.",
  rewound: "The database is at an earlier moment than it was last seen.",
  command: "Frontdesk was paused by command.",
};
