import { describe, expect, it } from "vitest";
import { getJob, playJob, retryJob } from "../../../shared/api/resources/jobs.ts";
import { createVariable } from "../../../shared/api/resources/variables.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";

describe("a manual job with variables", () => {
  const ci = pipelinesForTests();
  const { service, commit, create, jobsOf } = ci;

  async function startManual() {
    await commit(
      `variables: { GREETING: of the file }\nship: { script: 'echo "said $GREETING to $NAME"', when: manual }`,
    );
    const id = idOf(await create({ variables: [{ key: "GREETING", value: "of the start" }] }));
    const [job] = await jobsOf(id);
    return { id, job: { id: ci.project.id, job_id: job?.id ?? 0 } };
  }

  it("gets them before all others, keeps them when it is retried, and shows them to nobody", async () => {
    const declared = { id: ci.project.id, key: "GREETING", value: "of the project" };
    expect((await service.operate(createVariable, declared, { as: "maintainer" })).status).toBe(201);
    const { id, job } = await startManual();
    const played = await service.operate(playJob, {
      ...job,
      job_variables_attributes: [
        { key: "GREETING", value: "by hand" },
        { key: "NAME", value: "$GREETING" },
      ],
    });
    expect(played.status).toBe(200);
    await ci.untilJob(id, "ship", "success");
    expect(await ci.trace(job.job_id)).toContain("said by hand to by hand");
    const again = await service.operate(retryJob, job);
    await ci.untilJob(id, "ship", "success");
    expect(await ci.trace(idOf(again))).toContain("said by hand to by hand");
    for (const { body } of [played, again, await service.operate(getJob, job, { as: "maintainer" })])
      expect(JSON.stringify(body)).not.toMatch(/by hand|GREETING/);
  });

  it("starts without any, with the variables of its pipeline", async () => {
    const { id, job } = await startManual();
    expect((await service.operate(playJob, job)).status).toBe(200);
    await ci.untilJob(id, "ship", "success");
    expect(await ci.trace(job.job_id)).toContain("said of the start to ");
  });

  it.each(["A-B", "__proto__"])("refuses the name %j, and leaves the job as it is", async (key) => {
    const { id, job } = await startManual();
    const input = { ...job, job_variables_attributes: [{ key, value: "x" }] };
    expect((await service.operate(playJob, input as never)).status).toBe(400);
    expect(await ci.statesOf(id)).toEqual({ ship: "manual" });
  });
});
