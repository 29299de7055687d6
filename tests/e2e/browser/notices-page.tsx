import { createRoot } from "react-dom/client";
import { notify } from "../../../client/components/notices.ts";
import { Notices } from "../../../client/components/ui/notices.tsx";

/** The notices alone, on a page of the desk, with a way for tests to say every kind of them. */
const place = document.body.appendChild(document.createElement("div"));
createRoot(place).render(<Notices />);
Object.assign(window, { notify });
