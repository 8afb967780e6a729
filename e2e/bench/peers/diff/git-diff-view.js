import { DiffModeEnum, DiffView } from "@git-diff-view/react";
import "@git-diff-view/react/styles/diff-view-pure.css";
import { createElement } from "react";
import { drawOneByOne } from "./react-files.js";
import { filesOf } from "./texts.js";

export const draw = async (root, response) =>
  drawOneByOne(root, filesOf(await response.text()), ({ file: { path, piece } }) =>
    createElement(DiffView, {
      data: { oldFile: { fileName: path }, newFile: { fileName: path }, hunks: [piece] },
      diffViewMode: DiffModeEnum.Split,
      diffViewHighlight: false,
    }),
  );
