import { fallbackMessage } from "../../../shared/error-words.ts";
import { Button } from "../../components/ui/button.tsx";

/** When the desk did not say who is there, nothing else can be shown. */
export function TroublePage({ retry }: { retry: () => void }) {
  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-1 p-6 text-center">
      <div role="alert">
        <h1 className="font-semibold text-lg">{fallbackMessage}</h1>
        <p className="text-muted-foreground">The desk did not answer. What you saved is kept.</p>
      </div>
      <Button variant="outline" className="mt-4" onClick={retry}>
        Try again
      </Button>
    </main>
  );
}
