import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";

/** A terminal with unlimited scrollback. */
export async function draw(root, response) {
  const terminal = new Terminal({
    cols: 150,
    rows: 40,
    scrollback: 10_000_000,
    convertEol: true,
    disableStdin: true,
  });
  terminal.open(root);
  for await (const chunk of response.body) await new Promise((resolve) => terminal.write(chunk, resolve));
}
