import {
  type DeskSettings,
  deskLimits,
  type LogoType,
  logoAddress,
  logoTypes,
} from "../../shared/desk.ts";
import { AppError, refuseInput } from "../../shared/errors.ts";
import type { SetLogoInput } from "../../shared/schemas/desk.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Db } from "../db/database.ts";
import { recordAct } from "../events/record-act.ts";
import { readImage } from "../files/images.ts";
import { lockDesk } from "./settings.ts";

export interface Logo {
  type: LogoType;
  bytes: Buffer;
}

/** Sets or removes the logo. The file type is read from its bytes. The previous logo is deleted. */
export async function setLogo(deps: ActorDeps, input: SetLogoInput): Promise<DeskSettings> {
  const picture = input.picture === null ? null : await readPicture(input.picture);
  return await transact(deps, async (tx, deps) => {
    const before = await lockDesk(tx);
    const hash = picture && new Bun.CryptoHasher("sha256").update(picture.bytes).digest("hex");
    const logo = hash && logoAddress(hash);
    if (logo === before.logo) return before;
    if (before.logo !== input.base) {
      const message = "Someone else changed the logo.";
      throw new AppError("changed_meanwhile", { fields: [{ field: "logo", message }] });
    }
    if (picture && hash) {
      await tx
        .insertInto("desk_logos")
        .values({ hash, ...picture, created_at: deps.now })
        .execute();
    }
    await tx.updateTable("desk").set({ logo_hash: hash }).execute();
    await tx
      .deleteFrom("desk_logos")
      .where("hash", "<>", hash ?? "")
      .execute();
    await recordAct(
      tx,
      {
        act: "desk.updated",
        actorId: deps.actor.id,
        subject: { kind: "desk", id: null },
        fields: ["logo"],
        tells: "desk",
      },
      deps,
    );
    return { ...before, logo };
  });
}

/** The logo with this hash, or the current one. Only the current one is stored. */
export async function findLogo(
  db: Db,
  hash: string | null,
): Promise<(Logo & { hash: string }) | null> {
  const found = await db
    .selectFrom("desk_logos")
    .select(["hash", "type", "bytes"])
    .$if(hash !== null, (query) => query.where("hash", "=", hash ?? ""))
    .executeTakeFirst();
  return found ?? null;
}

async function readPicture(base64: string): Promise<Logo> {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > deskLimits.logoBytes) throw refused("Logos can be up to 200 KB.");
  const image = await readImage(bytes);
  const type = logoTypes.find((known) => known === image?.type);
  if (!image || !type || image.width === null) {
    throw refused("This isn't a PNG, JPEG or WebP picture.");
  }
  return { type, bytes };
}

function refused(message: string): AppError {
  return refuseInput("logo", message);
}
