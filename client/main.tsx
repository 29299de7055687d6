import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";
import { pageNonce } from "./data/browser/nonce.ts";
import { App, preloadFor } from "./routes.tsx";

setNonce(pageNonce());
// The page's code is requested before React draws.
void preloadFor(location.pathname);

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
