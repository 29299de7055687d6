import { useState } from "react";
import { Link } from "react-router-dom";
import { Button } from "../../../components/ui/button.tsx";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import { useSubmit } from "../../../data/calls/use-call.ts";
import { AuthFailure } from "./AuthMessage.tsx";

interface ConfirmAddressFormProps {
  token: string;
  link: { email: string | null; newEmail: string | null };
  onSpent: () => void;
}

/** Behind the two links of a change of address: confirms or cancels it. */
export function ConfirmAddressForm({ token, link, onSpent }: ConfirmAddressFormProps) {
  const [answer, setAnswer] = useState<"changed" | "cancelled" | "waiting" | null>(null);
  const act = useSubmit(async (accept: boolean) => {
    setAnswer((await trpcClient.account.answerAddressChange.mutate({ token, accept })).is);
  }, onSpent);
  if (answer) {
    return (
      <>
        <p role="status">{results[answer]}</p>
        <Button asChild size="lg">
          <Link to="/login">Go to sign-in page</Link>
        </Button>
      </>
    );
  }
  return (
    <>
      <p className="wrap-anywhere text-muted-foreground">
        Change the address of this account from{" "}
        <bdi className="font-medium text-foreground">{link.email}</bdi> to{" "}
        <bdi className="font-medium text-foreground">{link.newEmail}</bdi>?
      </p>
      {act.failure && <AuthFailure failure={act.failure} />}
      <Button size="lg" autoFocus aria-disabled={act.pending} onClick={() => void act.run(true)}>
        Confirm change
      </Button>
      <Button variant="outline" aria-disabled={act.pending} onClick={() => void act.run(false)}>
        Cancel change
      </Button>
    </>
  );
}

const results = {
  changed: "Your address has been changed. Use the new one to sign in from now on.",
  cancelled: "The change was cancelled. Your address stays as it is.",
  waiting: "Confirmed. The change takes effect once the other link is confirmed too.",
};
