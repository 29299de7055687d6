export function fileAddress(id: string): string {
  return `/node/files/${id}`;
}
