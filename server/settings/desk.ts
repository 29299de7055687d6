import { type DeskTheme, logoAddress } from "../../shared/desk.ts";
import { accentVariables } from "../../shared/desk-colours.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { reasonOf } from "../reason-of.ts";

/** The desk as pages and emails show it. It follows the settings, whichever server changed them. */
export interface Desk extends Readonly<DeskTheme> {
  readonly isDemo: boolean;
  readonly overdueHours: number;
  /** Reads the settings again, after a change or if one may have been missed. */
  refresh(): Promise<void>;
}

export async function loadDesk(
  db: Db,
  log: Log,
  { smtpUrl }: Pick<Config, "smtpUrl">,
): Promise<Desk> {
  let now = await readDeskTheme(db);
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
    sendsMail: smtpUrl !== null,
    async refresh() {
      started += 1;
      const order = started;
      try {
        const look = await readDeskTheme(db);
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
}

async function readDeskTheme(db: Db): Promise<ReadTheme> {
  const row = await db
    .selectFrom("desk")
    .select(["name", "is_demo", "overdue_hours", "accent", "logo_hash"])
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    isDemo: row.is_demo,
    overdueHours: row.overdue_hours,
    logo: row.logo_hash && logoAddress(row.logo_hash),
    colours: row.accent ? accentVariables(row.accent) : null,
  };
}
