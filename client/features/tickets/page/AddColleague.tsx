import { UserRoundPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useShownError } from "../../../components/dialogs/use-shown-error.ts";
import { notify } from "../../../components/notices.ts";
import { EmailField } from "../../../components/people/EmailField.tsx";
import { Refusal } from "../../../components/Refusal.tsx";
import { Button } from "../../../components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogTrigger,
  FormFooter,
} from "../../../components/ui/dialog.tsx";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { fieldMessage } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";

interface AddColleagueProps {
  id: string;
  company: string;
}

/** The requester lets a colleague follow the ticket, by their address. */
export function AddColleague({ id, company }: AddColleagueProps) {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const add = useKeyed(trpc.tickets.addColleague.useMutation({ meta: { showsError: true } }));
  const { failure, forget } = useShownError(add.error);
  const wrong = fieldMessage(failure, "email");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    add.mutate(
      { id, email: email.trim() },
      {
        onSuccess({ name }) {
          setOpen(false);
          setEmail("");
          notify({ kind: "success", message: `${name} now follows this ticket` });
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        forget();
      }}
    >
      <DialogTrigger asChild>
        <Button variant="outline" size="sm" aria-label="Add a colleague" className="shrink-0">
          <UserRoundPlus />
          <span className="max-shell:sr-only">Add a colleague</span>
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Add a colleague"
        description={`They can read this ticket, reply, and get our replies. They have to belong to ${company}.`}
        className="max-w-110"
      >
        <form onSubmit={submit} noValidate className="contents">
          <EmailField
            label="Their email address"
            error={wrong}
            name="email"
            value={email}
            onType={(typed) => {
              setEmail(typed);
              forget();
            }}
          />
          {failure && !wrong && <Refusal failure={failure} />}
          <FormFooter act="Add colleague" isPending={add.isPending} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
