import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";

interface JobLinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly account: string;
  /** Full path. */
  readonly project: string;
  readonly job: number;
}

/** A link to a job's page. */
export const JobLink = ({ account, project, job, ...rest }: JobLinkProps) => (
  <Link to="/a/$account/p/$project/jobs/$job" params={{ account, project, job: String(job) }} {...rest} />
);

/** Returns the address of a job's page. */
export const jobHref = (account: string, project: string, job: number): string =>
  `/a/${encodeURIComponent(account)}/p/${encodeURIComponent(project)}/jobs/${job}`;
