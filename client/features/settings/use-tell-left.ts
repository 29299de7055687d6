import { tellOfWords } from "../../components/record/use-field-words.ts";
import { useMounted } from "../../components/use-mounted.ts";
import { isSessionOver, readFailure } from "../../data/errors.ts";

/** Of a name that is refused once its field is left: what was said, and the name. */
export function useTellLeft(label: string) {
  const mounted = useMounted();
  return (error: unknown, name: string) => {
    const failure = readFailure(error);
    if (mounted.current || isSessionOver(failure)) return;
    const words = failure.fields.map(({ message }) => message).join(" ");
    tellOfWords(label, name, words || failure.message);
  };
}
