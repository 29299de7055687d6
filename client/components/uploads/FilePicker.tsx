import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";

interface FilePickerProps {
  onFiles: (files: File[]) => void;
  /** A label next to the paperclip. */
  words?: string;
}

/** The paperclip button. */
export function FilePicker({ onFiles, words }: FilePickerProps) {
  const field = useRef<HTMLInputElement>(null);
  const choose = () => field.current?.click();
  return (
    <>
      {words ? (
        <Button
          variant="ghost"
          className="w-full justify-start border border-input border-dashed text-muted-foreground"
          onClick={choose}
        >
          <Paperclip />
          {words}
        </Button>
      ) : (
        <IconButton label="Attach files" onClick={choose}>
          <Paperclip />
        </IconButton>
      )}
      <input
        ref={field}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Reset, so that the same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
