import { createElement } from "react";
import { Diff, Hunk, parseDiff } from "react-diff-view";
import "react-diff-view/style/index.css";
import { drawOneByOne } from "./react-files.js";

export const draw = async (root, response) =>
  drawOneByOne(root, parseDiff(await response.text()), ({ file }) =>
    createElement(Diff, { viewType: "split", diffType: file.type, hunks: file.hunks }, (hunks) =>
      hunks.map((hunk) => createElement(Hunk, { key: hunk.content, hunk })),
    ),
  );
