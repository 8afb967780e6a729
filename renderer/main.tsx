import "./ui/theme.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { start } from "./app/start/start.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

await start();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
