import { AnsiUp } from "ansi_up";

/** All of it as markup. */
export async function draw(root, response) {
  const pre = document.createElement("pre");
  pre.innerHTML = new AnsiUp().ansi_to_html(await response.text());
  root.append(pre);
}
