import { LazyLog } from "@melloware/react-logviewer";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

export async function draw(root, response) {
  const text = await response.text();
  root.style.height = "100vh";
  createRoot(root).render(createElement(LazyLog, { text, height: 780, enableSearch: false }));
  await new Promise((resolve) => {
    const look = () => (root.textContent === "" ? requestAnimationFrame(look) : resolve());
    look();
  });
}
