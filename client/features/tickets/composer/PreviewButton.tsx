import { Eye, PencilLine } from "lucide-react";
import { IconButton } from "../../../components/ui/icon-button.tsx";

interface PreviewButtonProps {
  preview: boolean;
  onPreview: () => void;
}

export function PreviewButton({ preview, onPreview }: PreviewButtonProps) {
  return (
    <IconButton
      label={preview ? "Edit" : "Preview"}
      aria-pressed={preview}
      onClick={onPreview}
      className="pointer-coarse:min-w-9"
    >
      {preview ? <PencilLine /> : <Eye />}
    </IconButton>
  );
}
