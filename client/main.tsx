import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";
import { pageNonce } from "./data/browser/nonce.ts";
import { App, preloadFor } from "./routes.tsx";

setNonce(pageNonce());
// Requests the page's code before React renders.
void preloadFor(location.pathname);

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
