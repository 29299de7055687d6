/** A message's words as HTML that is safe to show: nothing in it is markup. */
export function renderMailMarkdown(body: string, _reader: { isStaff: boolean }): string {
  return `<div style="white-space: pre-wrap; overflow-wrap: anywhere">${Bun.escapeHTML(body)}</div>`;
}
