import {
  type ImportField,
  type ImportFile,
  type ImportMapping,
  importFieldNames,
  importFieldsOf,
} from "../../../shared/imports.ts";
import { ScrollPane } from "../ui/scroll-pane.tsx";
import { Select, SelectContent, SelectItem, SelectTrigger } from "../ui/select.tsx";

interface ColumnTableProps {
  file: ImportFile;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

const leftOut = "left-out";

/** The columns of the file with their first values and the field each is imported as. */
export function ColumnTable({ file, mapping, onChange }: ColumnTableProps) {
  const fields = importFieldsOf(file.kind);
  const choose = (column: number, value: string) => {
    const field = value === leftOut ? null : (value as ImportField);
    // A field can only be assigned to one column.
    onChange(
      mapping.map((was, at) =>
        at === column ? field : was !== null && was === field ? null : was,
      ),
    );
  };
  return (
    <ScrollPane aria-label="Columns of the file" className="max-h-56 shrink-0 rounded-lg border">
      <table className="w-full table-fixed text-sm">
        <thead className="sticky top-0 z-10 bg-popover text-left text-muted-foreground text-xs shadow-[inset_0_-1px_var(--border)]">
          <tr>
            <th className="px-3 py-1.5 font-medium">Column</th>
            <th className="px-3 py-1.5 font-medium max-shell:hidden">First rows</th>
            <th className="px-3 py-1.5 font-medium">Import as</th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {file.columns.map(({ header, samples }, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; two may have one name.
            <tr key={column}>
              <td className="px-3 py-1 font-medium">
                {header ? (
                  <Cut text={header} />
                ) : (
                  <span className="text-muted-foreground">No name</span>
                )}
              </td>
              <td className="px-3 py-1 text-muted-foreground max-shell:hidden">
                <Cut text={samples.filter(Boolean).slice(0, 2).join(" · ")} />
              </td>
              <td className="px-3 py-1">
                <Select
                  value={mapping[column] ?? leftOut}
                  onValueChange={(value) => choose(column, value)}
                >
                  <SelectTrigger
                    size="sm"
                    aria-label={`Import ${header || `column ${column + 1}`} as`}
                    className={mapping[column] === null ? "w-full text-muted-foreground" : "w-full"}
                  />
                  <SelectContent>
                    <SelectItem value={leftOut}>Not imported</SelectItem>
                    {fields.map((field) => (
                      <SelectItem key={field} value={field}>
                        {importFieldNames[field]}
                      </SelectItem>
                    ))}
                  </SelectContent>
                </Select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollPane>
  );
}

/** One line, with the full text on hover. */
function Cut({ text }: { text: string }) {
  return (
    <span dir="auto" data-hint={text} data-hint-cut="" className="block truncate text-left">
      {text}
    </span>
  );
}
