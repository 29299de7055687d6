import { lazyDialog } from "../ui/lazy-dialog.tsx";

export const JobResult = lazyDialog(() => import("./JobResult.tsx"), "JobResult");
