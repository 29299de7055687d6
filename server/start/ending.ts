import { onLauncherEnd } from "./launcher.ts";

/** The person's wish to end the server, by Ctrl-C or by SIGTERM. */
export interface Ending {
  readonly asked: Promise<void>;
  readonly isAsked: boolean;
}

/** `onHurry`: asked a second time. */
export function listenForEnding(onHurry: () => void): Ending {
  const first = Promise.withResolvers<void>();
  let isAsked = false;
  const ask = () => {
    if (isAsked) return onHurry();
    isAsked = true;
    first.resolve();
  };
  process.on("SIGINT", ask);
  process.on("SIGTERM", ask);
  process.on("SIGHUP", ask);
  onLauncherEnd(ask);
  return {
    asked: first.promise,
    get isAsked() {
      return isAsked;
    },
  };
}
