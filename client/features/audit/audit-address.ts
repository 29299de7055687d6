import type { AuditFilter } from "../../../shared/audit.ts";
import { rangeFrom } from "../../../shared/dashboard/days.ts";
import { isUuid } from "../../../shared/ids.ts";
import { isTimeZone } from "../../../shared/local-time.ts";
import { type ListAddress, writeSearch } from "../../components/table/list-address.ts";

/** The filters of the log. Days are in the given time zone. */
export type AuditList = Record<keyof AuditFilter, string | undefined>;

const word = /^[a-z][a-z.-]{0,59}$/;

export const auditAddress: ListAddress<AuditList> = {
  read(params) {
    const read = (key: string, matches: (text: string) => boolean) => {
      const text = params.get(key) ?? "";
      return matches(text) ? text : undefined;
    };
    const isWord = (text: string) => word.test(text);
    return {
      actorId: read("who", isUuid),
      act: read("act", isWord),
      subject: read("on", isWord),
      subjectId: read("id", isUuid),
      from: read("from", isDay),
      to: read("to", isDay),
      timeZone: read("tz", isTimeZone),
    };
  },
  write({ actorId, act, subject, subjectId, from, to, timeZone }) {
    return writeSearch({
      who: actorId,
      act,
      on: subject,
      id: subjectId,
      from,
      to,
      tz: from || to ? timeZone : undefined,
    });
  },
};

/** A valid day with a four-digit year. */
export function isDay(text: string): boolean {
  return rangeFrom(text, text) !== null;
}

/** The last day is before the first. */
export function isBackwards({ from, to }: Pick<AuditList, "from" | "to">): boolean {
  return from !== undefined && to !== undefined && rangeFrom(from, to) === null;
}

export function auditFilterOf(list: AuditList): AuditFilter {
  return Object.fromEntries(Object.entries(list).filter(([, value]) => value !== undefined));
}

export function csvAddress(list: AuditList): string {
  return `/node/audit/csv?${new URLSearchParams(auditFilterOf(list) as Record<string, string>)}`;
}

export interface FiltersProps {
  list: AuditList;
  change: (patch: Partial<AuditList>) => void;
}
