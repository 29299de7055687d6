import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";
import { pageNonce } from "./data/browser/nonce.ts";
import { App, firstPage } from "./routes.tsx";

setNonce(pageNonce());

const root = document.getElementById("root");
// Until then the page stands as the HTML that it came with.
void firstPage.then(() => root && createRoot(root).render(<App />));
