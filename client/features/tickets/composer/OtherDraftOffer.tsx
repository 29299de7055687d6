import { Files } from "lucide-react";
import { Button } from "../../../components/ui/button.tsx";
import { namedFiles } from "../../../data/drafts/text.ts";
import type { DraftChoice, OtherText } from "../../../data/drafts/types.ts";

interface OtherTextOfferProps {
  other: OtherText;
  onChoose: (choice: DraftChoice) => void;
}

/** Another device or tab saved a newer draft: the person decides what to keep. */
export function OtherDraftOffer({ other, onChoose }: OtherTextOfferProps) {
  const files = namedFiles(other.form);
  return (
    <section
      aria-label="Another version of this draft"
      className="mt-2 rounded-md border bg-card p-2.5 text-sm"
    >
      <p role="status" className="flex items-center gap-2 font-medium">
        <Files className="text-warning" />
        You edited this draft on another device. Both versions are saved.
      </p>
      <p
        dir="auto"
        className="mt-1.5 max-h-28 overflow-y-auto whitespace-pre-wrap border-l-2 pl-3 text-muted-foreground"
      >
        {other.body || (files.length === 0 && "Only form fields were filled in.")}
        {files.length > 0 && (
          <span className="block">{`Files: ${files.map(({ name }) => name).join(", ")}`}</span>
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => onChoose("use")}>
          Use the other version
        </Button>
        <Button variant="outline" size="sm" onClick={() => onChoose("both")}>
          Keep both
        </Button>
        <Button variant="ghost" size="sm" onClick={() => onChoose("discard")}>
          Discard the other version
        </Button>
      </div>
    </section>
  );
}
