import { sendFile } from "../../data/calls/send-file.ts";
import { offlineSince } from "../../data/connection.ts";
import { namedFiles, withFiles } from "../../data/drafts/text.ts";
import type { DraftKeeper } from "../../data/drafts/types.ts";
import { sessionExpired } from "../../data/errors.ts";
import { whenForgotten } from "../../data/session/forget.ts";
import { askBeforeLeaving } from "./under-way.ts";
import { createUploads, type Uploads } from "./uploads.ts";

/**
 * The files of what is written in one place: as its text they wait there when somebody goes
 * elsewhere, and those of a note are not those of the reply beside it.
 */
export function draftFiles(keeper: DraftKeeper): Uploads {
  const known = uploadsOf.get(keeper);
  if (known) return known;
  const uploads = createUploads({ send: sendFile });
  uploadsOf.set(keeper, uploads);
  const follow = () => uploads.settle(namedFiles(keeper.state.get().form));
  follow();
  const stops = [
    askBeforeLeaving(uploads),
    keeper.state.subscribe(follow),
    uploads.list.subscribe(() => keepFiles(keeper, uploads)),
    offlineSince.subscribe(() => offlineSince.get() === null && uploads.retryAll()),
    sessionExpired.subscribe(() => sessionExpired.get() || uploads.retryAll()),
  ];
  letGo.push(() => {
    for (const stop of stops) stop();
    uploads.clear();
  });
  return uploads;
}

const uploadsOf = new WeakMap<DraftKeeper, Uploads>();
let letGo: (() => void)[] = [];

whenForgotten(() => {
  for (const each of letGo) each();
  letGo = [];
});

/** The draft names what is at the desk, so that another page of theirs has it too. */
function keepFiles(keeper: DraftKeeper, uploads: Uploads): void {
  const { body, form } = keeper.state.get();
  const files = uploads.list.get().flatMap(({ file }) => file ?? []);
  const idsOf = (some: typeof files) => some.map(({ id }) => id).join();
  if (idsOf(files) === idsOf(namedFiles(form))) return;
  keeper.type({ body, form: withFiles(form, files) });
}
