/** Whether what is dragged over the page, or pasted, brings files. */
export function bringsFiles({ types }: DataTransfer): boolean {
  return types.includes("Files");
}

/** The files of a drop or a paste; a folder is none. */
export function filesOf(data: DataTransfer): File[] {
  const items = [...data.items].filter(({ kind }) => kind === "file");
  const files = items.filter((item) => !item.webkitGetAsEntry?.()?.isDirectory);
  return files.flatMap((item) => item.getAsFile() ?? []);
}

/** A picture copied along with text, as from a document, is not what was meant to be pasted. */
export function pastedFiles(data: DataTransfer): File[] {
  return data.getData("text/plain") === "" ? filesOf(data) : [];
}
