import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";
import { pageNonce } from "./lib/nonce.ts";
import { App } from "./routes.tsx";

setNonce(pageNonce());

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
