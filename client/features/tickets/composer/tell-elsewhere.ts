import { notify } from "../../../components/notices.ts";

/** The person has gone on to another page when the refusal came. */
export function tellElsewhere(number: number): void {
  notify({
    kind: "error",
    title: `Nothing was sent to #${number}`,
    message: "Your text is kept in its draft. Open the ticket to see why, and to send it again.",
  });
}
