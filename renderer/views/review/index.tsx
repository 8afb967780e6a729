import { lazy } from "react";

export { MergeRequestView } from "./merge-request-view.tsx";

/** Loaded by its own address alone. */
export const StackView = lazy(async () => ({ default: (await import("./stack/stack-view.tsx")).StackView }));
