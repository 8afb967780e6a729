import { createElement, memo, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { oneByOne } from "./one-by-one.js";

/** Draws files with a React component, further ones while the first are already seen. */
export async function drawOneByOne(root, files, File) {
  const Kept = memo(File);
  let show;
  const shown = new Promise((resolve) => {
    function Files() {
      const [count, setCount] = useState(0);
      useEffect(() => {
        show = setCount;
        resolve();
      }, []);
      return files.slice(0, count).map((file, index) => createElement(Kept, { key: index, file }));
    }
    createRoot(root).render(createElement(Files));
  });
  await shown;
  await oneByOne(files, (_, index) => flushSync(() => show(index + 1)));
}
