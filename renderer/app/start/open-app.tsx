import "../../ui/theme/theme.css";
// Before the styles of all components, which may so override what they share.
import "../../ui/theme/layout.module.css";
import "../../ui/theme/flow.module.css";
import "../../ui/theme/tone.module.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "../app.tsx";
import { start } from "./start.ts";

/** Restores the state of the last run, then renders the window. Returns a function that removes it. */
export async function openApp(): Promise<() => void> {
  const element = document.getElementById("root");
  if (!element) throw new Error("The page has no root element");
  const root = createRoot(element);
  await start();
  // In slices, between which the browser may paint.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  return () => root.unmount();
}
