/** Beside files without words, which no message is: why it cannot be sent yet. */
export function FewWords({ id }: { id: string }) {
  return (
    <p id={id} role="status" className="mt-1.5 px-1 text-muted-foreground text-xs">
      Write a few words with it.
    </p>
  );
}
