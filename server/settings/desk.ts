import { type DeskTheme, logoAddress } from "../../shared/desk.ts";
import { accentVariables } from "../../shared/desk-colours.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import type { Encryption } from "../encryption.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason-of.ts";
import {
  liveMailConfig,
  type MailConfig,
  readStoredMail,
  type StoredMail,
} from "./mail-settings.ts";

/** The desk as pages and emails show it. It follows the settings, whichever server changed them. */
export interface Desk extends Readonly<DeskTheme> {
  readonly isDemo: boolean;
  readonly overdueHours: number;
  /** How mail is sent now. */
  readonly mail: MailConfig;
  /** Reads the settings again, after a change or if one may have been missed. */
  refresh(): Promise<void>;
}

export async function loadDesk(
  db: Db,
  log: Log,
  environment: Pick<Config, "smtpUrl" | "mailFrom" | "mailReplyTo" | "baseUrl">,
  encryption: Encryption,
): Promise<Desk> {
  let now = await readDeskTheme(db, encryption);
  const mail = liveMailConfig(environment, () => now.mail);
  let started = 0;
  let shown = 0;
  return {
    get name() {
      return now.name;
    },
    get logo() {
      return now.logo;
    },
    get colours() {
      return now.colours;
    },
    get isDemo() {
      return now.isDemo;
    },
    get overdueHours() {
      return now.overdueHours;
    },
    get sendsMail() {
      return mail.smtpUrl !== null;
    },
    mail,
    async refresh() {
      started += 1;
      const order = started;
      try {
        const look = await readDeskTheme(db, encryption);
        // An earlier read may be answered later and hold old settings.
        if (order < shown) return;
        shown = order;
        now = look;
      } catch (error) {
        // Keeps the old settings until the next change or until the database is back.
        log.warn("desk.unread", { reason: reasonOf(error) });
      }
    },
  };
}

interface ReadTheme extends Omit<DeskTheme, "sendsMail"> {
  isDemo: boolean;
  overdueHours: number;
  mail: StoredMail;
}

async function readDeskTheme(db: Db, encryption: Encryption): Promise<ReadTheme> {
  const row = await db
    .selectFrom("desk")
    .select(["name", "is_demo", "overdue_hours", "accent", "logo_hash"])
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    isDemo: row.is_demo,
    overdueHours: row.overdue_hours,
    mail: await readStoredMail(db, encryption),
    logo: row.logo_hash && logoAddress(row.logo_hash),
    colours: row.accent ? accentVariables(row.accent) : null,
  };
}
