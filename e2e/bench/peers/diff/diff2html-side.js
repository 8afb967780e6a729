import { draw as drawAs } from "./diff2html.js";

export const draw = (root, response) => drawAs(root, response, "side-by-side");
