import {
  File,
  FileArchive,
  FileImage,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
} from "lucide-react";

const byEnding: [RegExp, LucideIcon][] = [
  [/\.(png|jpe?g|gif|webp|svg|heic|tiff?|bmp)$/i, FileImage],
  [/\.(zip|gz|tgz|rar|7z)$/i, FileArchive],
  [/\.(csv|xlsx?|ods|numbers)$/i, FileSpreadsheet],
  [/\.(pdf|docx?|odt|txt|md|log|rtf)$/i, FileText],
];

/** Chosen by the file extension. */
export function FileIcon({ name }: { name: string }) {
  const Icon = byEnding.find(([ending]) => ending.test(name))?.[1] ?? File;
  return <Icon aria-hidden className="shrink-0 text-muted-foreground" />;
}
