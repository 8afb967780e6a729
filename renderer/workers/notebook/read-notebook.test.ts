import { expect, test } from "vitest";
import { readNotebook } from "./read-notebook.ts";

test("a notebook's cells and outputs are read, whatever shape their text has", () => {
  const notebook = readNotebook(
    JSON.stringify({
      nbformat: 4,
      metadata: { language_info: { name: "python", file_extension: ".py" } },
      cells: [
        { cell_type: "markdown", source: ["# Title\n", "words"] },
        {
          cell_type: "code",
          execution_count: 3,
          source: "print(1)",
          outputs: [
            { output_type: "stream", name: "stdout", text: ["1\n", "\u001b[31mred\u001b[0m\n"] },
            { output_type: "display_data", data: { "image/png": "iVBO\nRw==", "text/plain": "figure" } },
            {
              output_type: "execute_result",
              data: {
                "text/html": [
                  "<style>td { color: red }</style>\n",
                  "\n",
                  "<table>\n\n",
                  "<tr><td>1</td></tr></table>",
                ],
                "text/plain": "a table",
              },
            },
            {
              output_type: "display_data",
              data: { "text/html": "<div></div><script>draw()</script>", "text/plain": "a chart" },
            },
            { output_type: "display_data", data: { "text/latex": "$$x^2$$", "text/plain": "x squared" } },
            {
              output_type: "error",
              ename: "ValueError",
              evalue: "no",
              traceback: ["\u001b[1mline\u001b[0m"],
            },
          ],
        },
        { cell_type: "raw", source: "raw" },
      ],
    }),
  );
  expect(notebook).toMatchObject({
    extension: ".py",
    cells: [
      { kind: "markdown", source: "# Title\nwords" },
      {
        kind: "code",
        count: 3,
        outputs: [
          { kind: "text", text: "1\nred\n" },
          { kind: "image", url: "data:image/png;base64,iVBORw==" },
          { kind: "markdown", source: "<div><table>\n<tr><td>1</td></tr></table>\n</div>" },
          { kind: "text", text: "a chart" },
          { kind: "markdown", source: "$$x^2$$" },
          { kind: "error", text: "ValueError: no\nline" },
        ],
      },
      { kind: "raw", source: "raw" },
    ],
  });
  expect(readNotebook("{}")).toHaveProperty("problem");
  expect(readNotebook("not json")).toEqual({ problem: "The file is not JSON, as notebooks are." });
});
