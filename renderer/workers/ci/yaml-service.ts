import type {
  TextCompletion,
  TextDiagnostic,
  TextHover,
  TextPosition,
} from "../../../shared/text/text-assist.ts";

/**
 * In the place of the module by which monaco-yaml's worker becomes one of Monaco: that module is written for the interface of
 * Monaco before 0.53, and its import is no longer among Monaco's exports. The worker's functions are called directly instead.
 */

/** The functions of monaco-yaml's worker that are used. */
interface YamlService {
  doValidation(uri: string): Promise<readonly TextDiagnostic[]> | undefined;
  doComplete(
    uri: string,
    position: TextPosition,
  ): Promise<{ readonly items: readonly TextCompletion[] } | null> | undefined;
  doHover(uri: string, position: TextPosition): Promise<TextHover | null> | undefined;
}

interface Documents {
  getMirrorModels(): readonly { readonly uri: string; readonly version: number; getValue(): string }[];
}

interface YamlSettings {
  readonly schemas: readonly {
    readonly uri: string;
    readonly fileMatch: readonly string[];
    readonly schema: object;
  }[];
  readonly customTags: readonly string[];
  readonly yamlVersion: "1.1" | "1.2";
  readonly validate: boolean;
  readonly completion: boolean;
  readonly hover: boolean;
  readonly hoverSchemaSource: boolean;
}

type CreateService = (documents: Documents, settings: YamlSettings) => YamlService;

let create: CreateService | undefined;

/** Called by monaco-yaml's worker when it is loaded. */
export function initialize(createService: CreateService): void {
  create = createService;
}

/** Returns the service of monaco-yaml's worker, which has to be loaded. */
export function createYamlService(documents: Documents, settings: YamlSettings): YamlService {
  if (!create) throw new Error("monaco-yaml's worker is not loaded");
  return create(documents, settings);
}
