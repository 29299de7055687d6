import { useEffect, useState } from "react";
import { sendFile } from "../../lib/calls/send-file.ts";
import { sessionExpired } from "../../lib/errors.ts";
import { offlineSince } from "../../lib/line/online.ts";
import { useStore } from "../../lib/store.ts";
import { createUploads, idsOf, type Upload, type Uploads } from "./uploads.ts";

interface FileUploads extends Omit<Uploads, "list"> {
  uploads: readonly Upload[];
  /** What a call names under `fileIds`. */
  ids: string[];
  /** Some are still on their way. */
  isBusy: boolean;
  /** Some could not be brought there: whoever sends now sends without them. */
  hasTrouble: boolean;
}

/** The files of one message while it is written; they are let go with the screen. */
export function useFileUploads(): FileUploads {
  const [brought] = useState(() => createUploads({ send: sendFile }));
  const uploads = useStore(brought.list);
  useEffect(() => {
    const again = () => brought.retryAll();
    const stops = [
      offlineSince.subscribe(() => offlineSince.get() === null && again()),
      sessionExpired.subscribe(() => sessionExpired.get() || again()),
    ];
    return () => {
      for (const stop of stops) stop();
      brought.clear();
    };
  }, [brought]);
  return {
    ...brought,
    uploads,
    ids: idsOf(uploads),
    isBusy: uploads.some(({ state }) => state === "waiting" || state === "sending"),
    hasTrouble: uploads.some(({ state }) => state === "failed"),
  };
}
