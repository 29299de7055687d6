import type { ActorDeps } from "../actor.ts";
import type { SignedIn } from "../auth/session.ts";
import type { Services } from "../services.ts";

/** What the commands of this room need of a request, signed in or not. */
export interface VisitorDeps {
  services: Services;
  now: Date;
  requestId: string;
  network: string;
}

export interface SignedInDeps extends VisitorDeps, ActorDeps {
  network: string;
  signedIn: SignedIn;
}
