import { expect, it } from "vitest";
import { listEnvironments } from "../../../shared/api/resources/environments.ts";
import { getJobArtifactFile } from "../../../shared/api/resources/jobs.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";

const ci = pipelinesForTests();
const { service, commit, create, jobsOf, trace, until } = ci;

it.each(["__proto__", "constructor"])(
  "runs a job, stage, environment and artifact named %s",
  async (name) => {
    await commit(`
stages: [${name}, after]
${name}: { stage: ${name}, script: [mkdir ${name}, echo made > ${name}/${name}], environment: ${name}, artifacts: { name: ${name}, paths: [${name}] } }
next: { stage: after, script: ['cat ${name}/${name}', 'echo "<$VALUE>"'], variables: { VALUE: "$constructor$__proto__" }, needs: [${name}] }
`);
    const id = idOf(await create());
    await until(id, "success", "failed");
    const jobs = await jobsOf(id);
    expect(jobs.map((job) => [job.name, job.status])).toEqual([
      [name, "success"],
      ["next", "success"],
    ]);
    const [made, next] = jobs;
    expect(await trace(next?.id ?? 0)).toMatch(/\nmade\r?\n.*\n<>\r?\n/s);
    const file = { id: ci.project.id, job_id: made?.id ?? 0, artifact_path: `${name}/${name}` };
    expect((await service.operate(getJobArtifactFile, file)).bytes.toString()).toBe("made\n");
    const { body } = await service.operate(listEnvironments, { id: ci.project.id });
    expect(body).toMatchObject([{ name }]);
  },
);

it.each([
  ["__proto__", "cannot be __proto__."],
  ["A=B", "can contain only letters, digits and '_'."],
  ["A\0B", "can contain only letters, digits and '_'."],
])("refuses to start a pipeline with a variable named %j", async (key, problem) => {
  await commit("a: { script: echo }");
  const refused = await create({ variables: [{ key, value: "x" }] });
  expect([refused.status, refused.body]).toEqual([
    400,
    { message: { base: [`Variable "${key}": its name ${problem}`] } },
  ]);
});

it("starts a pipeline with a variable that is named after a function", async () => {
  await commit(`a: { script: ['echo "<$toString>"'] }`);
  const id = idOf(await create({ variables: [{ key: "toString", value: "given" }] }));
  await until(id, "success", "failed");
  const [job] = await jobsOf(id);
  expect(await trace(job?.id ?? 0)).toContain("<given>");
});
