import { html } from "diff2html";
import "diff2html/bundles/css/diff2html.min.css";

export async function draw(root, response, outputFormat = "line-by-line") {
  root.innerHTML = html(await response.text(), { outputFormat, drawFileList: false, matching: "none" });
}
