import mermaid from "mermaid";
import { expect, test } from "vitest";
import { diagramSettings } from "./diagram.tsx";

const hostile = JSON.stringify({
  securityLevel: "loose",
  htmlLabels: true,
  flowchart: { htmlLabels: true, useMaxWidth: false },
  sequence: { htmlLabels: true, width: 7 },
  themeCSS: ".evil { color: red }",
  themeVariables: { primaryColor: "red" },
  fontFamily: "evil",
  secure: [],
  maxTextSize: 900_000_000,
  maxEdges: 900_000,
  dompurifyConfig: { ADD_TAGS: ["script"] },
  deterministicIds: true,
  theme: "forest",
});

test.each([
  ["a directive", `%%{init: ${hostile}}%%\ngraph TD\n  a --> b`],
  ["two directives", `%%{init: ${hostile}}%%\n%%{initialize: ${hostile}}%%\ngraph TD\n  a --> b`],
  ["front matter", `---\ntitle: x\nconfig: ${hostile}\n---\ngraph TD\n  a --> b`],
  ["both", `---\nconfig: ${hostile}\n---\n%%{init: ${hostile}}%%\ngraph TD\n  a --> b`],
])("a diagram sets its theme and nothing else: %s", async (_, text) => {
  const settings = diagramSettings(mermaid.mermaidAPI.defaultConfig, false);
  mermaid.initialize(settings);
  const before = mermaid.mermaidAPI.getSiteConfig();
  await mermaid.parse(text);
  const after = mermaid.mermaidAPI.getConfig();
  expect(after.theme).toBe("forest");
  for (const name of Object.keys({ ...before, ...after }) as (keyof typeof before)[]) {
    if (name === "theme" || name === "themeVariables") continue;
    expect(JSON.stringify(after[name]), name).toBe(JSON.stringify(before[name]));
  }
  expect(JSON.stringify(after.themeVariables)).not.toContain('"primaryColor":"red"');
});
