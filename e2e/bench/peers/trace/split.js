const rowHeight = 20;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is removed
const escapes = /\u001b\[[0-9;?]*[A-Za-z]|.*\r(?!$)/g;

/** The whole text as an array of lines, of which those in view are drawn. */
export async function draw(root, response) {
  const lines = (await response.text()).split("\n");
  Object.assign(root.style, { height: "100vh", overflow: "auto", position: "relative" });
  document.body.style.margin = "0";
  const sizer = document.createElement("div");
  // Browsers end at some 33 million pixels.
  sizer.style.height = `${Math.min(lines.length * rowHeight, 30_000_000)}px`;
  root.append(sizer);
  const show = () => {
    const share = root.scrollTop / Math.max(1, root.scrollHeight - root.clientHeight);
    const count = Math.ceil(root.clientHeight / rowHeight) + 1;
    const first = Math.round(share * Math.max(0, lines.length - count));
    sizer.replaceChildren(
      ...lines.slice(first, first + count).map((line, index) => {
        const row = document.createElement("div");
        row.className = "row";
        row.style.cssText = `position: absolute; white-space: pre; font: 13px monospace; top: ${root.scrollTop + index * rowHeight}px`;
        row.textContent = line.replace(escapes, "");
        return row;
      }),
    );
  };
  root.addEventListener("scroll", show);
  show();
}
