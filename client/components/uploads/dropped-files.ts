/** Whether a drag or a paste contains files. */
export function bringsFiles({ types }: DataTransfer): boolean {
  return types.includes("Files");
}

/** The files of a drop or a paste, without folders. */
export function filesOf(data: DataTransfer): File[] {
  const items = [...data.items].filter(({ kind }) => kind === "file");
  const files = items.filter((item) => !item.webkitGetAsEntry?.()?.isDirectory);
  return files.flatMap((item) => item.getAsFile() ?? []);
}

/** Ignores an image that was copied along with text, for example from a document. */
export function pastedFiles(data: DataTransfer): File[] {
  return data.getData("text/plain") === "" ? filesOf(data) : [];
}
