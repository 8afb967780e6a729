import { expect, it } from "vitest";
import { configToml, registerCommand, tomlString } from "./new-token.tsx";

it("escapes what would end a string or begin another line", () => {
  expect(tomlString('a "b" \\ c')).toBe('"a \\"b\\" \\\\ c"');
  expect(tomlString('x"\n[evil]\u0007')).toBe('"x\\"\\u000a[evil]\\u0007"');
});

it("writes a runner with its token and executor", () => {
  const config = { name: "pier", url: "https://git.example.org", id: 7, token: "glrt-x" } as const;
  expect(configToml({ ...config, executor: "shell" })).toContain(
    '  token = "glrt-x"\n  executor = "shell"\n',
  );
  expect(configToml({ ...config, executor: "docker" })).toContain("[runners.docker]");
});

it("writes the command that registers a machine, with the computer's network where the service is on it", () => {
  const there = { url: "https://git.example.org", token: "glrt-x" };
  expect(registerCommand({ ...there, executor: "shell" })).toBe(
    "gitlab-runner register --non-interactive --url https://git.example.org --token glrt-x --executor shell",
  );
  expect(registerCommand({ ...there, executor: "docker" })).toMatch(/--docker-image alpine:latest$/);
  const here = { url: "http://127.0.0.1:8929", token: "glrt-x", executor: "docker" } as const;
  expect(registerCommand(here)).toMatch(/--docker-network-mode host$/);
  expect(configToml({ ...here, name: "pier", id: 7 })).toContain('network_mode = "host"');
  expect(registerCommand({ url: "https://x/a b'c", token: "t", executor: "shell" })).toContain(
    "--url 'https://x/a b'\\''c'",
  );
});
