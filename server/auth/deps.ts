import type { ViewerProfile } from "../../shared/users.ts";
import type { ActorDeps, Credential } from "../access/actor.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import type { Passwords } from "./passwords.ts";
import type { Sessions } from "./session.ts";
import type { Throttle } from "./throttling.ts";

/** The part of the server's services that sign-in and passwords use. */
interface AuthServices {
  db: Db;
  log: Log;
  sessions: Sessions;
  passwords: Passwords;
  throttle: Throttle;
  knownBrowserKey: Uint8Array;
  desk: { sendsMail: boolean; refresh(): Promise<void> };
}

/** What the commands get from a request, signed in or not. */
export interface VisitorDeps {
  services: AuthServices;
  now: Date;
  requestId: string;
  ipAddress: string;
  network: string;
}

/** The same for a person who is signed in, with their session. */
export interface SignedInDeps extends VisitorDeps, ActorDeps {
  network: string;
  credential: Credential;
  sessionId: string;
  viewer: ViewerProfile;
}
