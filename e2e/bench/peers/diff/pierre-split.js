import { draw as drawAs } from "./pierre-unified.js";

export const draw = (root, response) => drawAs(root, response, "split");
