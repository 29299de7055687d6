/** A file let go beside the place that takes it would be opened in the page's stead. */
export function dropsOpenNothing(): () => void {
  const hear = (event: DragEvent) => {
    const data = event.dataTransfer;
    if (event.defaultPrevented || !data?.types.includes("Files")) return;
    event.preventDefault();
    data.dropEffect = "none";
  };
  // After whoever takes it.
  for (const type of ["dragover", "drop"] as const) addEventListener(type, hear);
  return () => {
    for (const type of ["dragover", "drop"] as const) removeEventListener(type, hear);
  };
}
