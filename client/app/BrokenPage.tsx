import { fallbackMessage } from "../../shared/client-error-messages.ts";

/** The last fallback after a render error: plain HTML that cannot fail for the same reason. */
export function BrokenPage() {
  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-1 p-6 text-center">
      <div role="alert">
        <h1 className="font-semibold text-lg">{fallbackMessage}</h1>
        <p className="text-muted-foreground">Couldn't show this page. Your saved work is safe.</p>
      </div>
      <button
        type="button"
        onClick={() => location.reload()}
        className="mt-4 h-8 rounded-md border border-input bg-card px-3 font-medium hover:bg-accent"
      >
        Reload page
      </button>
    </main>
  );
}
