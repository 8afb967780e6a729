import type { ComponentProps } from "react";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";

interface JobLinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly account: string;
  /** Full path. */
  readonly project: string;
  readonly job: number;
}

/** A link to a job's page. */
export const JobLink = ({ account, project, job, ...rest }: JobLinkProps) => (
  <AppLink href={hrefs.job(account, project, job)} {...rest} />
);
