import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";
import { pageNonce } from "./lib/nonce.ts";
import { App, firstPage } from "./routes.tsx";

/** After this a skeleton is better than nothing; before, it would only flicker. */
const patience = 200;

setNonce(pageNonce());

const root = document.getElementById("root");
const waited = new Promise((resolve) => setTimeout(resolve, patience));
void Promise.race([firstPage, waited]).then(() => root && createRoot(root).render(<App />));
