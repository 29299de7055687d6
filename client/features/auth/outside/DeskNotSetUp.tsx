import { DoorOpen } from "lucide-react";
import { ShellCommand } from "../../../components/ui/shell-command.tsx";
import { AuthMessage } from "./AuthMessage.tsx";

/** Nobody can sign in yet: how whoever looks after the server begins. */
export function DeskNotSetUp() {
  return (
    <AuthMessage tone="plain" icon={<DoorOpen />}>
      <h2 className="font-medium">This desk is not set up yet</h2>
      <p className="mt-1 text-muted-foreground">
        The first Super Admin begins with the link that the start of the desk printed on the server,
        good for an hour. A new start prints another one.
      </p>
      <p className="mt-2 text-muted-foreground">
        Or make one there, and sign in here:{" "}
        <ShellCommand>npx -y bun run user:create --email</ShellCommand> with your address.
      </p>
    </AuthMessage>
  );
}
