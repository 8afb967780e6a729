const kroki = (name: string): string => `${name} (Kroki)`;

/** Names of the diagrams that services draw with PlantUML or Kroki, by the language of their block of code. */
export const diagramKinds: Readonly<Record<string, string>> = {
  plantuml: "PlantUML",
  c4plantuml: kroki("C4 with PlantUML"),
  ...Object.fromEntries(
    [
      ...[
        "ActDiag",
        "BlockDiag",
        "Bytefield",
        "D2",
        "DBML",
        "Ditaa",
        "Erd",
        "Excalidraw",
        "GraphViz",
        "Nomnoml",
      ],
      ...[
        "NwDiag",
        "PacketDiag",
        "Pikchr",
        "RackDiag",
        "SeqDiag",
        "Structurizr",
        "Svgbob",
        "Symbolator",
        "TikZ",
      ],
      ...["UMLet", "Vega", "VegaLite", "WaveDrom", "WireViz", "BPMN", "diagramsnet"],
    ].map((name) => [name.toLowerCase(), kroki(name)] as const),
  ),
};
