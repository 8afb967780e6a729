import { expect, it } from "vitest";
import { configToml, tomlString } from "./new-token.tsx";

it("escapes what would end a string or begin another line", () => {
  expect(tomlString('a "b" \\ c')).toBe('"a \\"b\\" \\\\ c"');
  expect(tomlString('x"\n[evil]\u0007')).toBe('"x\\"\\u000a[evil]\\u0007"');
});

it("writes a runner with its token and executor", () => {
  const config = { name: "pier", url: "https://git.example.org", id: 7, token: "hlr-x" } as const;
  expect(configToml({ ...config, executor: "shell" })).toContain('  token = "hlr-x"\n  executor = "shell"\n');
  expect(configToml({ ...config, executor: "docker" })).toContain("[runners.docker]");
});
