import "../../data/live/typing.ts";
import "./actions/changes.ts";
import "./actions/use-ticket-action.ts";
import "./composer/send-plan.ts";
import "./composer/use-send.ts";
import "./timeline/text-of-html.ts";

// Each of the lazy files about tickets imports this one. So the build makes one file of these modules, instead of
// one for every combination of their users.
