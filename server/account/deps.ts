import type { ViewerProfile } from "../../shared/users.ts";
import type { ActorDeps } from "../actor.ts";
import type { Services } from "../services.ts";

/** What the commands of this room need of a request, signed in or not. */
export interface VisitorDeps {
  services: Services;
  now: Date;
  requestId: string;
  ipAddress: string;
  network: string;
}

/** Of whoever is signed in: what every command gets, and a session for sure. */
export interface SignedInDeps extends VisitorDeps, ActorDeps {
  network: string;
  sessionId: string;
  viewer: ViewerProfile;
}
