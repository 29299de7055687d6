import { sql } from "kysely";
import { isStaff } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { ActorDeps } from "../access/actor.ts";
import { companiesSeenWhole, isSeen, type Sight, sightOf, withSpam } from "../access/scope.ts";
import { keepStatement } from "../db/statement.ts";
import type { ContentKey } from "./place.ts";

export interface FoundFile {
  id: string;
  name: string;
  type: string;
  size: number;
  /** Null for one that was not sent yet. */
  ticketId: string | null;
  content: ContentKey;
}

/**
 * A file of a message that the reader can see, or an unsent file of their own. Notes and replies that can
 * still be undone are visible to staff only.
 */
export async function findFile({ db, actor }: ActorDeps, id: string): Promise<FoundFile> {
  const [found] = await selectFile(
    db,
    { sight: sightOf(actor), staff: isStaff(actor), withoutNotes: actor.withoutNotes ?? false },
    { id, userId: actor.id, companyIds: companiesSeenWhole(actor) },
  );
  if (!found) throw new AppError("not_found");
  const { content_id, sha256, ...file } = found;
  return { ...file, content: { id: content_id, sha256 } };
}

interface Shape {
  sight: Sight;
  staff: boolean;
  withoutNotes: boolean;
}

interface Values {
  id: string;
  userId: string;
  companyIds: readonly string[];
}

interface StoredFile extends Omit<FoundFile, "content"> {
  content_id: string;
  sha256: string;
}

const selectFile = keepStatement<Shape, Values, StoredFile>(
  ({ sight, staff, withoutNotes }, slot) => {
    const scope = { sight, userId: slot("userId"), companyIds: slot("companyIds") };
    const forStaff = withoutNotes ? sql`m.kind = 'public'` : sql`true`;
    const forEyes = staff ? forStaff : sql`m.kind = 'public' and m.released_at is not null`;
    return sql`
    select f.id, f.name, f.type, f.size, m.ticket_id as "ticketId", f.content_id, encode(c.sha256, 'hex') as sha256
    from files f
    join file_contents c on c.id = f.content_id
    left join messages m on m.id = f.message_id
    left join tickets t on t.id = m.ticket_id
    where f.id = ${slot("id")}::uuid
      and case when f.message_id is null then f.uploader_id = ${slot("userId")}::uuid
        else m.redacted_at is null and ${forEyes} and ${isSeen(withSpam(scope))} end`;
  },
);
